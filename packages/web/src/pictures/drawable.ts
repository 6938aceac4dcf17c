/** What the font of pictures has glyphs for: Latin, Greek and Cyrillic letters, and common signs. */
const missing =
  /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u02af\u0370-\u04ff\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]+/gu;

/** What ends a section of XML, and is refused outside of one. */
const sectionEnd = ']]>';

/** A text without what the font of pictures cannot draw, which can be all of it. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(missing, ' ')
    .replaceAll(sectionEnd, ']] >')
    .replaceAll(/\s+/gu, ' ')
    .trim();

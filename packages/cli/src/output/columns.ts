import { stripVTControlCharacters } from 'node:util';

const characters = new Intl.Segmenter();

/** The cell at the end of a line is not clipped to less. */
const lastWidthMin = 20;

/**
 * Lines with aligned columns. Empty cells at the end of a line take no room. With `width`, the last column is clipped
 * so that no line is wider; its cells have no style.
 */
export const columns = (all: readonly (readonly string[])[], width?: number): string => {
  const rows = width === undefined ? all : withClippedEnds(all, width);
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** What a terminal gives the room of two letters (Unicode, UAX #11): East Asian characters and emoji. */
const wide =
  /^(?![\uff61-\uffdc])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]|\ufe0f/u;

const widthOfOne = (character: string): number => (wide.test(character) ? 2 : 1);

/** How many letters fit into the room of a text. Styles take none. */
const widthOf = (text: string): number => {
  let width = 0;
  for (const { segment } of characters.segment(stripVTControlCharacters(text))) width += widthOfOne(segment);
  return width;
};

/** The beginning of a text without styles, in the room of so many letters. */
export const clipped = (text: string, widthMax: number): string => {
  if (widthOf(text) <= widthMax) return text;
  let [kept, width] = ['', 1];
  for (const { segment } of characters.segment(text)) {
    width += widthOfOne(segment);
    if (width > widthMax) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
};

const withClippedEnds = (rows: readonly (readonly string[])[], width: number): string[][] => {
  const last = Math.max(0, ...rows.map((row) => row.length - 1));
  const before = Array.from({ length: last }, (_, index) =>
    Math.max(0, ...rows.map((row) => widthOf(row[index] ?? ''))),
  ).reduce((sum, one) => sum + one + 2, 0);
  const room = Math.max(lastWidthMin, width - before);
  return rows.map((row) => row.map((cell, index) => (index === last ? clipped(cell, room) : cell)));
};

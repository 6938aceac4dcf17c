const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text in an element or an attribute of XML, without what XML has no way to write. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu, '')
    .replaceAll(/[&<>"']/g, (one) => entities[one] ?? one);

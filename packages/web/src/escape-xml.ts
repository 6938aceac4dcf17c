const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text in an element or an attribute of XML. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => entities[one] ?? one);

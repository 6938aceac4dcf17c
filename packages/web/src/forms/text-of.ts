/** A text field without the spaces around it. A form has CRLF at the ends of lines, whatever they were. */
export const textOf = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').replaceAll(/\r\n?/g, '\n').trim();

/** A text of at most this many characters and an ellipsis, which never ends within a character. */
export const clipText = (text: string, charsMax: number): string =>
  text.length <= charsMax
    ? text
    : `${text
        .slice(0, charsMax)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;

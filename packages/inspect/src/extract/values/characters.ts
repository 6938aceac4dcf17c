const surrogate = /[\uD800-\uDFFF]/;

/** The characters of a text as Python counts them, which are code points; the text itself if each is one code unit. */
export const charactersOf = (text: string): string | string[] =>
  surrogate.test(text) ? Array.from(text) : text;

/** Python's `len(text)`. */
export const countCharacters = (text: string): number => charactersOf(text).length;

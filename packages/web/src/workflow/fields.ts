const textMax = 200;

/** A text of at most 200 characters, empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, textMax) : '');

/** An id of a box, which files have as a number or a text. */
export const idOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, textMax) : '';

/** An object of a file that nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Older files list what newer ones have by id. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : Object.values(fieldsOf(value));

const textMax = 200;

/** A text of at most 200 characters, empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, textMax) : '');

/** An id of a box, which files have as a number or a text. */
export const idOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, textMax) : '';

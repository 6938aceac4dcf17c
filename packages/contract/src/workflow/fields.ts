/** An object of a file that nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Older files list what newer ones have by id. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : Object.values(fieldsOf(value));

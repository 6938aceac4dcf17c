/** Each is kept, planned, on every connection that ran it. */
const namesMax = 500;

const names = new Map<string, string>();

/**
 * A name by which PostgreSQL keeps the plan of this SQL text; the same text always has the same name. Undefined once
 * there are enough names: lists of many lengths must not fill the memory of the database.
 */
export const nameStatement = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `patchbay_${names.size}`;
  names.set(text, name);
  return name;
};

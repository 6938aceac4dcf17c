/** Each is kept, planned, on every connection that ran it. */
const namesMax = 500;

/** How to look for a part of a text depends on how common it is: a plan that is kept was made for any. */
const looksForParts = / like \$\d/;

const names = new Map<string, string>();

/**
 * A name by which PostgreSQL keeps the plan of this SQL text; the same text always has the same name. Undefined once
 * there are enough names, since lists of many lengths must not fill the memory of the database, and for what is better
 * planned each time.
 */
export const nameStatement = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesMax || looksForParts.test(text)) return known;
  const name = `patchbay_${names.size}`;
  names.set(text, name);
  return name;
};

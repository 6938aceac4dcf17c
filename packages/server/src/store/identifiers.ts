import { type RawBuilder, sql } from 'kysely';

/**
 * What looks like one letter in the typefaces of terminals and web pages, as the letter it counts as. Separators come
 * first: without them, what stood on both sides can look like one letter.
 */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[-_.]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1i]/g, 'l'],
  [/0/g, 'o'],
];

/** An id without all that people overlook. Two ids that fold to the same text can be taken for each other. */
export const foldId = (id: string): string =>
  lookalikes.reduce((text, [pattern, letter]) => text.replaceAll(pattern, letter), id.toLowerCase());

/** The key of the node that has or had an id, given in lower case; the id itself where no renamed node has it. */
export const keyOfId = (id: string | RawBuilder<string>): RawBuilder<string> =>
  sql`coalesce((select node_ids.node_key from node_ids where node_ids.id = ${id}), ${id})`;

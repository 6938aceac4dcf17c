import { limits } from '@patchbay/contract';
import type { Reader, Writer } from '../store.ts';

/** A longer text cannot be an app-node's name, and is too long for an index. */
const canBeName = (name: string): boolean => name.length <= limits.appNodeNameCharsMax;

/** Updates the rows by which the names that a node preempts are looked up. */
export const keepPreemptedNames = async (
  tx: Writer,
  nodeKey: string,
  names: readonly string[],
): Promise<void> => {
  const { gone, missing } = await comparePreemptedNames(tx.db, nodeKey, names);
  for (const name of gone) {
    await tx.db
      .deleteFrom('preempted_names')
      .where('node_key', '=', nodeKey)
      .where('name', '=', name)
      .execute();
  }
  for (const name of missing) {
    await tx.db.insertInto('preempted_names').values({ name, node_key: nodeKey }).execute();
  }
};

/** The rows of a node that should not exist, and those that are missing. */
export const comparePreemptedNames = async (
  read: Reader,
  nodeKey: string,
  names: readonly string[],
): Promise<{ gone: string[]; missing: string[] }> => {
  const wanted = new Set(names.filter(canBeName));
  const rows = await read
    .selectFrom('preempted_names')
    .select('name')
    .where('node_key', '=', nodeKey)
    .execute();
  const known = new Set(rows.map(({ name }) => name));
  return {
    gone: [...known].filter((name) => !wanted.has(name)),
    missing: [...wanted].filter((name) => !known.has(name)),
  };
};

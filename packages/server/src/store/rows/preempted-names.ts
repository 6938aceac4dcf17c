import { limits } from '@patchbay/contract';
import type { Writer } from '../store.ts';

/** A longer text cannot be an app-node's name, and is too long for an index. */
const canBeName = (name: string): boolean => name.length <= limits.appNodeNameCharsMax;

/** Stores the names that a node preempts, for look-ups. */
export const keepPreemptedNames = async (
  tx: Writer,
  nodeKey: string,
  names: readonly string[],
): Promise<void> => {
  const wanted = new Set(names.filter(canBeName));
  const rows = await tx.db
    .selectFrom('preempted_names')
    .select('name')
    .where('node_key', '=', nodeKey)
    .execute();
  const known = new Set(rows.map(({ name }) => name));
  for (const name of [...known].filter((one) => !wanted.has(one))) {
    await tx.db
      .deleteFrom('preempted_names')
      .where('node_key', '=', nodeKey)
      .where('name', '=', name)
      .execute();
  }
  for (const name of [...wanted].filter((one) => !known.has(one))) {
    await tx.db.insertInto('preempted_names').values({ name, node_key: nodeKey }).execute();
  }
};

import { sql } from 'kysely';
import type { Writer } from '../store.ts';

/**
 * Records the current time as the node's claim to each app-node name of an Active version. A name that the
 * node had before keeps its time: a claim outlives the version, a ban and a new extraction.
 */
export const claimAppNodeNames = async (
  tx: Writer,
  { id, nodeKey }: { id: string; nodeKey: string },
): Promise<void> => {
  await tx.db
    .insertInto('app_node_claims')
    .columns(['name', 'node_key', 'first_active_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_nodes')
        .select(['name', sql.val(nodeKey).as('node_key'), sql.val(tx.now).as('first_active_at')])
        .where('version_id', '=', id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

import { sql } from 'kysely';
import type { Writer } from '../store.ts';

/**
 * Records, for each app-node name of an Active version, that its node has had the name from now on. A name that the
 * node had before keeps its time: a claim outlives the version, a ban and another reading of the package.
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

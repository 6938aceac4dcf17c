import { sql } from 'kysely';
import type { Reader, Writer } from '../store.ts';

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

/** At most `max` app-node names of Active versions to which their node has no claim. */
export const findUnclaimedNames = (
  read: Reader,
  max: number,
): Promise<{ versionId: string; name: string }[]> =>
  read
    .selectFrom('app_nodes')
    .innerJoin('versions', 'versions.id', 'app_nodes.version_id')
    .leftJoin('app_node_claims', (on) =>
      on
        .onRef('app_node_claims.name', '=', 'app_nodes.name')
        .onRef('app_node_claims.node_key', '=', 'versions.node_key'),
    )
    .select(['versions.id as versionId', 'app_nodes.name'])
    .where('versions.status', '=', 'NodeVersionStatusActive')
    .where('app_node_claims.name', 'is', null)
    .limit(max)
    .execute();

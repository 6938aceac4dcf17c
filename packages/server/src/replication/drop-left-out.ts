import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { moveReplica } from '../lifecycle/replica/node.ts';
import { findReplicasAfter } from '../store/rows/replicas.ts';
import type { Rules } from './follow-source.ts';

type Dropping = Pick<Context, 'store' | 'metrics'> & { log: FastifyBaseLogger };

const atOnce = 500;

/** Deletes the nodes that were taken from a source before the settings left them out. */
export const dropLeftOut = async (
  { store, metrics, log }: Dropping,
  { isUpstream, isLeftOut }: Rules,
): Promise<void> => {
  if (isLeftOut === undefined) return;
  for (let last = ''; ;) {
    const replicas = await findReplicasAfter(store.read, { key: last, limit: atOnce });
    for (const { node, source, round } of replicas.filter((replica) => isLeftOut(replica.node))) {
      const origin = { source, round, syncedAt: '', isUpstream };
      await store.write({ actor: 'server' }, (tx) => moveReplica(tx, origin, [node.id], 'NodeStatusDeleted'));
      metrics.count('replicated', { outcome: 'gone' });
      log.warn({ node: node.id, source }, 'a node of the source is not taken any more');
    }
    if (replicas.length < atOnce) return;
    last = replicas.at(-1)?.node.key ?? last;
  }
};

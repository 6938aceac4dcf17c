import type { QuotaNameOf } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { moveChanges } from '../store/log/publisher-changes.ts';
import { touchAdvisories } from '../store/rows/advisories.ts';
import { type NodeRecord, keepFormerPublisher } from '../store/rows/nodes.ts';
import { releaseReplica } from '../store/rows/replicas.ts';
import type { Writer } from '../store/store.ts';
import type { QuotaUse } from '../store/rows/quotas.ts';
import { countUse, sumVersions } from '../store/rows/quotas.ts';
import { useQuota } from '../authorization/quotas.ts';
import { endTrustedPublishers } from './trusted-publisher.ts';
import { writeNode } from './write-rows.ts';

/**
 * Gives a node in any state to a publisher, with all that counts for quotas, and does nothing when it has it. The
 * tokens and upload URLs of the publisher before end for the node, and the URLs of its packages stay good. One that came
 * from another registry is one of this registry from then on. Throws `quota_exceeded` when the publisher may not have
 * so much, unless a moderator gives it.
 */
export const transferNode = async (
  tx: Act,
  node: NodeRecord,
  publisherId: string,
  reason: string,
): Promise<void> => {
  if (node.publisherId === publisherId) return;
  await releaseReplica(tx, node.key);
  await moveNode(tx, node, publisherId, {
    reason,
    receive: (use) => useQuota(tx, use),
  });
};

/** As `transferNode`, with what `receive` does where the use of a quota grows. */
export const moveNode = async (
  tx: Writer,
  node: NodeRecord,
  publisherId: string,
  { reason, receive }: { reason: string; receive: (use: QuotaUse) => Promise<unknown> },
): Promise<void> => {
  const versions = await sumVersions(tx.db, node.key);
  const moved: Partial<Record<QuotaNameOf<'publisher'>, number>> = { nodes: 1, ...versions };
  for (const [name, amount] of Object.entries(moved) as [QuotaNameOf<'publisher'>, number][]) {
    if (amount === 0) continue;
    await countUse(tx, { name, subjectId: node.publisherId, amount: -amount });
    await receive({ name, subjectId: publisherId, amount });
  }
  const left = { publisherId: node.publisherId, nodeKey: node.key };
  await endTrustedPublishers(tx, left, 'the node went to another publisher');
  await keepFormerPublisher(tx, node.key, node.publisherId);
  await moveChanges(tx, node.key, { from: node.publisherId, to: publisherId });
  // They name its publisher.
  await touchAdvisories(tx, node.key);
  await writeNode(tx, { ...node, publisherId });
  await tx.append({
    kind: 'node.transferred',
    about: node,
    before: { publisher: node.publisherId },
    after: { publisher: publisherId },
    reason,
  });
};

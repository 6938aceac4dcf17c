import type { Act } from '../authorization/act.ts';
import { useQuota } from '../authorization/quotas.ts';
import { idTaken } from '../errors.ts';
import { touchAdvisories } from '../store/rows/advisories.ts';
import { type NodeRecord, findNode, nodeKey } from '../store/rows/nodes.ts';
import { renameNodeRow } from '../store/rows/node-ids.ts';
import { requireUnlikeOthers } from './node.ts';
import { requireNodeId } from './require-ids.ts';

/**
 * Gives a node another id, and does nothing when it has it. The id before stays taken by it. Throws `invalid_id`,
 * `id_taken` as for a new node, and `quota_exceeded` when the node may not have another id; one that it had before is
 * free.
 */
export const renameNode = async (tx: Act, node: NodeRecord, id: string): Promise<void> => {
  if (id === node.id) return;
  requireNodeId(id, '/id');
  const holder = await findNode(tx.db, id);
  if (holder !== undefined && holder.key !== node.key) throw idTaken(id);
  if (holder === undefined) {
    await requireUnlikeOthers(tx, { id, publisherId: node.publisherId });
    await useQuota(tx, { name: 'ids', subjectId: node.key, amount: 1 });
  }
  const formerIds = [...node.formerIds, node.id].filter((former) => nodeKey(former) !== nodeKey(id));
  await renameNodeRow(tx, { ...node, id, formerIds });
  tx.touch(node.key);
  // They name the node by all its ids.
  await touchAdvisories(tx, node.key);
  await tx.append({ kind: 'node.renamed', about: node, before: { id: node.id }, after: { id } });
};

import type { LoggedAdvisory, Mover, NodeMetadata, NodeModeration, NodeStatus } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { requireModerationBytes, requireNodeBytes } from '../limits/sizes.ts';
import { demand, targetOn } from '../authorization/publisher.ts';
import { idFromUpstream, idTaken, idTooSimilar } from '../errors.ts';
import { may } from '../authorization/rights.ts';
import { difference } from '../store/log/changes.ts';
import {
  type NewNode,
  type NodeRecord,
  findImitatedNodeId,
  findNode,
  findSimilarNodeId,
} from '../store/rows/nodes.ts';
import { findReplica } from '../store/rows/replicas.ts';
import type { Writer } from '../store/store.ts';
import { settleAdvisory } from './advisory.ts';
import { moversOf, requireMove } from './require-move.ts';
import { requireSecondModerator } from './second-moderator.ts';
import { useQuota } from '../authorization/quotas.ts';
import { writeNewNode, writeNode } from './write-rows.ts';

/**
 * Throws `id_taken` if a node has the id, or if another publisher has one that can be taken for it or a much used one
 * that differs by a letter, and `quota_exceeded` if the publisher may not have another node. A moderator may choose a
 * similar id.
 */
export const createNode = async (tx: Act, fresh: NewNode): Promise<NodeRecord> => {
  const known = await findNode(tx.db, fresh.id);
  if (known !== undefined) {
    const { upstream = null } = (await findReplica(tx.db, 'node', known.key)) ?? {};
    throw upstream === null ? idTaken(fresh.id) : idFromUpstream(known.id, upstream);
  }
  await requireUnlikeOthers(tx, fresh);
  await useQuota(tx, { name: 'nodes', subjectId: fresh.publisherId, amount: 1 });
  const node = await writeNewNode(tx, fresh);
  await tx.append({ kind: 'node.created', about: node, after: { id: node.id, ...fresh.metadata } });
  return node;
};

/** Throws `id_taken` for an id that can be taken for that of another publisher's node, except to a moderator. */
export const requireUnlikeOthers = async (
  { db, actor }: Act,
  wanted: Pick<NodeRecord, 'id' | 'publisherId'>,
): Promise<void> => {
  if (may(actor, 'moderate')) return;
  const similar = (await findSimilarNodeId(db, wanted)) ?? (await findImitatedNodeId(db, wanted));
  if (similar !== undefined) throw idTooSimilar(wanted.id, similar);
};

/** Writes the metadata of a node, and nothing when it is the same. Throws `invalid_request` when it is too much. */
export const editNode = async (
  tx: Writer,
  current: NodeRecord,
  metadata: NodeMetadata,
  path: string,
): Promise<NodeRecord> => {
  const change = difference(current.metadata, metadata);
  if (change === undefined) return current;
  requireNodeBytes(metadata, path);
  const next = { ...current, metadata };
  await writeNode(tx, next);
  await tx.append({ kind: 'node.updated', about: current, ...change });
  return next;
};

/** Marks a node as deleted. Throws what `requireMove` throws. */
export const deleteNode = async (tx: Act, node: NodeRecord): Promise<void> => {
  const next = moved(node, 'NodeStatusDeleted', moversOf(tx.actor));
  await writeNode(tx, next);
  await tx.append(deletionOf(node, next));
};

const deletionOf = (node: NodeRecord, { status }: NodeRecord) =>
  ({ kind: 'node.deleted', about: node, before: { status: node.status }, after: { status } }) as const;

/**
 * Writes what differs, and nothing when nothing does; with a `status`, the node is also moved there. Throws
 * `illegal_transition`, `forbidden_field` or `forbidden` when the caller may not move it so, `invalid_request` when
 * the node would hold too much, and what `settleAdvisory` throws.
 */
export const saveNode = async (
  tx: Act,
  node: NodeRecord,
  changed: NodeRecord,
  {
    status = node.status,
    reason = changed.moderation.status_detail ?? '',
    advisory,
  }: { status?: NodeStatus | undefined; reason?: string; advisory?: string | undefined } = {},
): Promise<void> => {
  const next = moved(changed, status, moversOf(tx.actor));
  await requireDeletionRight(tx, node, status);
  const { before, after } = await settleAdvisory(
    tx,
    { nodeKey: node.key },
    { wasBanned: isBanned(node), isBanned: isBanned(next), text: advisory },
  );
  const change = difference(flat(node, before), flat(next, after));
  if (change === undefined) return;
  if (isBanned(node) && change.after.status !== undefined) {
    requireSecondModerator(tx, { aim: 'lift-ban', subject: `node:${node.key}`, about: node.id });
  }
  if (difference(node.metadata, next.metadata) !== undefined) requireNodeBytes(next.metadata, '');
  if (difference(node.moderation, next.moderation) !== undefined) requireModerationBytes(next.moderation);
  await writeNode(tx, next);
  const isDeletion = next.status === 'NodeStatusDeleted' && Object.keys(change.after).join() === 'status';
  await tx.append({
    ...(isDeletion ? deletionOf(node, next) : ({ kind: 'node.updated', about: node, ...change } as const)),
    ...(change.after.status === undefined ? {} : { reason }),
  });
};

/** To delete a node by its status asks the right that DELETE asks. */
const requireDeletionRight = async (
  { db, actor }: Act,
  node: NodeRecord,
  status: NodeStatus,
): Promise<void> => {
  if (status !== 'NodeStatusDeleted' || status === node.status || may(actor, 'moderate')) return;
  demand(actor, 'node.delete', await targetOn(db, actor, node.publisherId, node.key));
};

/** The node where it is moved. A ban that is lifted restores the status before it. */
const moved = (node: NodeRecord, to: NodeStatus, by: readonly Mover[]): NodeRecord => {
  requireMove('Node', 'status', node.status, to, by);
  if (to === node.status) return node;
  if (to === 'NodeStatusBanned') return { ...node, status: to, statusBeforeBan: node.status };
  const status = node.statusBeforeBan ?? to;
  if (status !== to) requireMove('Node', 'status', node.status, status, ['server']);
  return { ...node, status, statusBeforeBan: null };
};

const isBanned = ({ status }: NodeRecord): boolean => status === 'NodeStatusBanned';

const flat = (
  { metadata, moderation, status }: NodeRecord,
  advisory: LoggedAdvisory | undefined,
): NodeMetadata & NodeModeration & { status: NodeStatus; advisory?: LoggedAdvisory } => ({
  ...metadata,
  ...moderation,
  status,
  ...(advisory === undefined ? {} : { advisory }),
});

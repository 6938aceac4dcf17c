import type {
  LoggedAdvisory,
  Mover,
  NodeMetadata,
  NodeModeration,
  NodeStatus,
  QuotaNameOf,
} from '@patchbay/contract';
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
  nodeKey,
  keepFormerPublisher,
} from '../store/rows/nodes.ts';
import { findPublisher } from '../store/rows/publishers.ts';
import { findReplica, markOwnNodeBan, releaseReplica } from '../store/rows/replicas.ts';
import type { Writer } from '../store/store.ts';
import { settleAdvisory } from './advisory.ts';
import { moversOf, requireMove } from './require-move.ts';
import { requireSecondModerator } from './second-moderator.ts';
import { useQuota } from '../authorization/quotas.ts';
import { writeNewNode, writeNode } from './write-rows.ts';
import { touchAdvisories } from '../store/rows/advisories.ts';
import { renameNodeRow } from '../store/rows/node-ids.ts';
import { requireNodeId } from './require-ids.ts';
import { moveChanges } from '../store/log/publisher-changes.ts';
import { type QuotaUse, countUse, sumVersions } from '../store/rows/quotas.ts';
import { endTrustedPublishers } from './trusted-publisher.ts';
import { moveTrustedPublishers } from '../store/rows/trusted-publishers.ts';

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
const requireUnlikeOthers = async (
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
  if (isBanned(next) && !isBanned(node)) await markOwnNodeBan(tx, node);
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
  await moveTrustedPublishers(tx, node, nodeKey(id));
  tx.touch(node.key);
  // They name the node by all its ids.
  await touchAdvisories(tx, node.key);
  await tx.append({ kind: 'node.renamed', about: node, before: { id: node.id }, after: { id } });
};

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
  const giver = await findPublisher(tx.db, node.publisherId);
  if (giver?.status === 'PublisherStatusBanned') {
    // Nothing of the node could be had until now.
    const about = `${node.id}, which would go from the banned publisher to ${publisherId}`;
    requireSecondModerator(tx, { aim: 'lift-ban', subject: `node:${node.key}`, about });
  }
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

import type { NodeModeration } from '@patchbay/contract';
import { difference } from '../../store/log/changes.ts';
import { type NodeRecord, findNode } from '../../store/rows/nodes.ts';
import { renameNodeRow } from '../../store/rows/node-ids.ts';
import { findPublisher, insertPublisher, isPublisherIdTaken } from '../../store/rows/publishers.ts';
import { countUse } from '../../store/rows/quotas.ts';
import {
  type Replica,
  findOwnSimilarNodeId,
  findOwnSimilarPublisherId,
  findReplica,
  keepReplica,
  setCounts,
} from '../../store/rows/replicas.ts';
import type { Writer } from '../../store/store.ts';
import { isUnclaimed } from '../publisher.ts';
import { moveNode } from '../node.ts';
import { writeNewNode, writeNode, writePublisher } from '../write-rows.ts';
import {
  type NodeReplica,
  type Origin,
  type PublisherReplica,
  isOwnDecision,
  ownFields,
} from './resources.ts';

// States are those of the source, which moved them by its own rules, so no transition is checked here.

/** A name of this registry itself stands in the way; the sentence says which. */
export class OwnNameError extends Error {}

/**
 * Writes a publisher and its node as the source shows them, and logs what changed. Returns the node as it is from now on.
 * Throws OwnNameError, and must then be rolled back, if this registry itself has the id of either, or one that can be
 * taken for it: nothing of its own is ever overwritten or imitated from elsewhere.
 */
export const writeReplica = async (tx: Writer, origin: Origin, replica: NodeReplica): Promise<NodeRecord> => {
  const { source, round } = origin;
  await writePublisherReplica(tx, origin, replica.publisher);
  const known = (await findNode(tx.db, replica.id)) ?? (await findRenamedReplica(tx, replica.formerIds));
  const mark = known && (await findReplica(tx.db, 'node', known.key));
  if (known !== undefined && mark === undefined) throw new OwnNameError(`the node "${known.id}" is its own`);
  const node = await renameReplica(tx, known ?? (await createReplica(tx, origin, replica)), replica);
  const isOwn = mark !== undefined && isOwnDecision(node, mark);
  const isHeld = !isOwn && (await leavesBanned(tx, node, replica.publisher));
  const decided = isHeld ? 'NodeStatusBanned' : isOwn ? node.status : undefined;
  const next = await updateReplica(tx, node, { ...replica, status: decided ?? replica.status }, mark);
  await keepReplica(tx, {
    resource: 'node',
    id: node.key,
    source,
    upstream: origin.isUpstream ? source : (replica.upstream ?? null),
    status: isHeld ? 'NodeStatusActive' : isOwn ? mark.status : replica.status,
    digest: replica.digest,
    source_updated_at: replica.updatedAt ?? null,
    round,
  });
  const { ratingSum: rating_sum, ratingCount: rating_count } = next;
  const { downloads, updatedAt: updated_at } = replica;
  await setCounts(tx, node, { downloads, rating_sum, rating_count, ...(updated_at && { updated_at }) });
  return next;
};

/**
 * Whether the source takes a node from a publisher that is banned here. Its nodes were banned with it, and only moderators
 * of this registry lift that: the node then has a ban of its own.
 */
const leavesBanned = async (
  tx: Writer,
  node: NodeRecord,
  publisher: Pick<PublisherReplica, 'id'>,
): Promise<boolean> =>
  node.publisherId !== publisher.id &&
  (await findPublisher(tx.db, node.publisherId))?.status === 'PublisherStatusBanned';

/** The replica that one of these ids leads to. */
const findRenamedReplica = async (
  tx: Writer,
  formerIds: readonly string[],
): Promise<NodeRecord | undefined> => {
  for (const id of formerIds) {
    const node = await findNode(tx.db, id);
    if (node !== undefined && (await findReplica(tx.db, 'node', node.key)) !== undefined) return node;
  }
  return undefined;
};

/** Gives a replica the id and the former ids that it has at the source, except those of other nodes or like one of this registry. */
const renameReplica = async (
  tx: Writer,
  node: NodeRecord,
  { id, formerIds: sent }: NodeReplica,
): Promise<NodeRecord> => {
  const formerIds: string[] = [];
  for (const former of sent) {
    const holder = await findNode(tx.db, former);
    const isFree = holder === undefined && (await findOwnSimilarNodeId(tx.db, former)) === undefined;
    if (isFree || holder?.key === node.key) formerIds.push(former);
  }
  if (node.id === id && JSON.stringify(node.formerIds) === JSON.stringify(formerIds)) return node;
  if (node.id !== id) {
    const similar = await findOwnSimilarNodeId(tx.db, id);
    if (similar !== undefined) throw new OwnNameError(`the node "${id}" can be taken for "${similar}"`);
  }
  await renameNodeRow(tx, { ...node, id, formerIds });
  tx.touch(node.key);
  await tx.append({ kind: 'node.renamed', about: node, before: { id: node.id }, after: { id } });
  return { ...node, id, formerIds };
};

/** Moves a node that the source does not list any more, unless a moderator of this registry decided otherwise. */
export const moveReplica = async (
  tx: Writer,
  { source, round }: Origin,
  ids: readonly string[],
  status: NodeRecord['status'],
): Promise<void> => {
  const node = await findRenamedReplica(tx, ids);
  const mark = node && (await findReplica(tx.db, 'node', node.key));
  if (node === undefined || mark === undefined) return;
  const isOwn = isOwnDecision(node, mark);
  if (!isOwn && node.status !== status) {
    await writeNode(tx, { ...node, status, statusBeforeBan: null });
    const before = { status: node.status };
    await tx.append({ kind: 'node.replicated', about: node, before, after: { source, status } });
  }
  await keepReplica(tx, { ...mark, source, status: isOwn ? mark.status : status, round, digest: '' });
};

const writePublisherReplica = async (
  tx: Writer,
  { source, round }: Origin,
  { id, profile, createdAt }: PublisherReplica,
): Promise<void> => {
  const known = await findPublisher(tx.db, id);
  const mark = await findReplica(tx.db, 'publisher', id);
  // Nobody is a member of it, here or there.
  if (mark === undefined && known !== undefined && isUnclaimed(id)) return;
  if (mark === undefined && (known !== undefined || (await isPublisherIdTaken(tx.db, id)))) {
    throw new OwnNameError(`the publisher "${id}" is its own`);
  }
  if (known === undefined) {
    const similar = await findOwnSimilarPublisherId(tx.db, id);
    if (similar !== undefined) throw new OwnNameError(`the publisher "${id}" can be taken for "${similar}"`);
    const publisher = await insertPublisher(tx, id, profile, createdAt);
    await tx.append({ kind: 'publisher.replicated', about: publisher, after: { source, ...profile } });
  } else if (difference({ profile: known.profile }, { profile }) !== undefined) {
    await writePublisher(tx, { ...known, profile });
    await tx.append({ kind: 'publisher.replicated', about: known, after: { source, ...profile } });
  }
  if (mark === undefined) {
    const status = 'PublisherStatusActive';
    await keepReplica(tx, {
      resource: 'publisher',
      id,
      source,
      upstream: null,
      status,
      source_updated_at: null,
      digest: '',
      round,
    });
  }
};

const createReplica = async (
  tx: Writer,
  { source }: Origin,
  { id, publisher, metadata, createdAt }: NodeReplica,
): Promise<NodeRecord> => {
  const similar = await findOwnSimilarNodeId(tx.db, id);
  if (similar !== undefined) throw new OwnNameError(`the node "${id}" can be taken for "${similar}"`);
  await countUse(tx, { name: 'nodes', subjectId: publisher.id, amount: 1 });
  const node = await writeNewNode(tx, { id, publisherId: publisher.id, metadata, createdAt });
  await tx.append({ kind: 'node.replicated', about: node, after: { source, status: node.status } });
  return node;
};

const updateReplica = async (
  tx: Writer,
  current: NodeRecord,
  { publisher, metadata, moderation, status, rating, updatedAt }: NodeReplica,
  mark: Replica | undefined,
): Promise<NodeRecord> => {
  if (current.publisherId !== publisher.id) {
    await moveNode(tx, current, publisher.id, {
      reason: 'The registry that it comes from gave it to another publisher.',
      receive: (use) => countUse(tx, use),
    });
  }
  const node = { ...current, publisherId: publisher.id };
  const stars = starsOf(rating);
  const next: NodeRecord = {
    ...node,
    metadata,
    moderation: { ...moderation, ...ownModeration(current) },
    status,
    statusBeforeBan: null,
    ...stars,
  };
  // A ban that was lifted at once leaves no other trace in the document of the source.
  const isTimeNew = mark !== undefined && mark.source_updated_at !== (updatedAt ?? null);
  if (difference(flat(node), flat(next)) === undefined && !isTimeNew) return node;
  await writeNode(tx, next);
  const before = status === node.status ? {} : { before: { status: node.status } };
  await tx.append({ kind: 'node.replicated', about: node, ...before, after: { status } });
  return next;
};

/** What only moderators of this registry set. */
const ownModeration = ({ moderation }: NodeRecord): NodeModeration =>
  Object.fromEntries(
    ownFields.flatMap((field) => (moderation[field] === undefined ? [] : [[field, moderation[field]]])),
  );

const flat = ({ metadata, moderation, status, ratingSum, ratingCount }: NodeRecord) => ({
  metadata,
  moderation,
  status,
  ratingSum,
  ratingCount,
});

const reviewsMax = 1_000_000;

/** The fewest whole reviews whose whole stars have this mean, by its continued fraction; as near as can be if they are too many. */
const starsOf = (mean: number | undefined): Pick<NodeRecord, 'ratingSum' | 'ratingCount'> => {
  if (mean === undefined) return { ratingSum: 0, ratingCount: 0 };
  let [sum, count, sumBefore, countBefore] = [Math.floor(mean), 1, 1, 0];
  for (let rest = mean % 1; sum / count !== mean && count < reviewsMax; rest = (1 / rest) % 1) {
    const times = Math.floor(1 / rest);
    [sum, count, sumBefore, countBefore] = [times * sum + sumBefore, times * count + countBefore, sum, count];
  }
  return count <= reviewsMax
    ? { ratingSum: sum, ratingCount: count }
    : { ratingSum: Math.round(mean * reviewsMax), ratingCount: reviewsMax };
};

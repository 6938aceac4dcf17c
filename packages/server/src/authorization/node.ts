import { limits } from '@patchbay/contract';
import type { Caller } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { ApiError, nodeDeleted, nodeNotFound, publisherNotFound, versionNotFound } from '../errors.ts';
import { type Banned, advisoryId, findOpenAdvisory } from '../store/rows/advisories.ts';
import { type NodeCard, findNodeCard } from '../store/rows/node-cards.ts';
import { type NodeRecord, findNode, nodeKey } from '../store/rows/nodes.ts';
import { type PublisherRecord, findPublisher } from '../store/rows/publishers.ts';
import {
  type ShownVersion,
  type VersionRecord,
  findVersion,
  findVersionById,
} from '../store/rows/versions.ts';
import type { ReadConnection } from '../store/store.ts';
import { type Act, act } from './act.ts';
import { nodeObstacle, ownObstacle } from './availability.ts';
import { demand, publisherBanned, targetOn, writablePublisher } from './publisher.ts';
import { type Action, type Actor, may } from './rights.ts';

/**
 * `advisory` is the id of the one that says what is malicious about it, and `ofVersion` that of the one about the version
 * that was asked for.
 */
export const nodeBanned = (
  id: string,
  { advisory, ofVersion }: { advisory?: string | undefined; ofVersion?: string | undefined } = {},
): ApiError => new ApiError('node_banned', whyBanned(id, advisory, ofVersion));

const whyBanned = (id: string, advisory: string | undefined, ofVersion: string | undefined): string => {
  if (advisory !== undefined) {
    return `The node "${id}" is banned as malicious (${advisory}). Remove it where it is installed, and use another node.`;
  }
  return ofVersion === undefined
    ? `The node "${id}" is banned and cannot be used. Use another node, or contact the moderators.`
    : `The node "${id}" is banned, and this version of it as malicious (${ofVersion}). Remove it where it is installed, and use another node.`;
};

const openAdvisoryId = async (read: ReadConnection, banned: Banned): Promise<string | undefined> => {
  const advisory = await findOpenAdvisory(read, banned);
  return advisory && advisoryId(advisory);
};

/**
 * A node that the public may see: neither deleted nor banned. An actor who can restore a deleted one is told of it, and
 * who asked for a version of a banned one what is malicious about that.
 */
export const publicNode = async (
  read: ReadConnection,
  id: string,
  { actor, number }: { actor?: Actor; number?: string | undefined } = {},
): Promise<NodeCard> => {
  const card = await findNodeCard(read, id);
  if (card === undefined) throw nodeNotFound(id);
  if (ownObstacle(card.node) === 'node-deleted') {
    const target = actor && (await targetOn(read, actor, card.publisher.id, card.node.key));
    throw actor !== undefined && may(actor, 'private.read', target) ? nodeDeleted(id) : nodeNotFound(id);
  }
  if (nodeObstacle(card.publisher, card.node) === undefined) return card;
  const isOwn = ownObstacle(card.node) === 'node-banned';
  const { id: nodeId, key } = card.node;
  const version = number === undefined ? undefined : await findVersion(read, key, number);
  throw nodeBanned(nodeId, {
    advisory: isOwn ? await openAdvisoryId(read, { nodeKey: key }) : undefined,
    ofVersion: version && (await openAdvisoryId(read, { nodeKey: key, version })),
  });
};

interface OwnedNode {
  publisher: PublisherRecord;
  node: NodeRecord;
}

/** A node of the publisher in the path, deleted or not, that the actor may act on. */
export const ownedNode = async (
  tx: Act,
  action: Action,
  { publisherId, nodeId }: { publisherId: string; nodeId: string },
): Promise<OwnedNode> => {
  const publisher = await writablePublisher(tx, action, publisherId, nodeKey(nodeId));
  const node = await findNode(tx.db, nodeId);
  if (node === undefined || node.publisherId !== publisherId) throw nodeNotFound(nodeId);
  if (ownObstacle(node) === 'node-banned' && !may(tx.actor, 'moderate')) throw nodeBanned(node.id);
  return { publisher, node };
};

/** As `ownedNode`, for writes below a node: a deleted one is not found. */
export const liveOwnedNode = async (
  tx: Act,
  action: Action,
  path: { publisherId: string; nodeId: string },
): Promise<OwnedNode> => {
  const owned = await ownedNode(tx, action, path);
  if (ownObstacle(owned.node) === 'node-deleted') throw nodeNotFound(path.nodeId);
  return owned;
};

/** As `liveOwnedNode`, where the path names no publisher. */
export const liveNode = ({ db, actor }: Act, action: Action, nodeId: string): Promise<OwnedNode> =>
  permittedNode(db, actor, action, nodeId);

/** As `liveNode`, for reads. */
export const permittedNode = async (
  read: ReadConnection,
  actor: Actor,
  action: Action,
  nodeId: string,
): Promise<OwnedNode> => {
  const node = await findNode(read, nodeId);
  if (node === undefined || ownObstacle(node) === 'node-deleted') throw nodeNotFound(nodeId);
  const publisher = await publisherOf(read, node);
  demand(actor, action, await targetOn(read, actor, publisher.id, node.key));
  const obstacle = may(actor, 'moderate') ? undefined : nodeObstacle(publisher, node);
  if (obstacle === 'publisher-banned') throw publisherBanned(publisher.id);
  if (obstacle === 'node-banned') throw nodeBanned(node.id);
  return { publisher, node };
};

/**
 * A node that a moderator acts on, deleted or not: its publisher could restore what nobody banned. Without a publisher
 * if that was deleted, too.
 */
export const moderatedNode = async (
  { db, actor }: Act,
  nodeId: string,
): Promise<{ publisher: PublisherRecord | undefined; node: NodeRecord }> => {
  const node = await findNode(db, nodeId);
  if (node === undefined) throw nodeNotFound(nodeId);
  demand(actor, 'moderate');
  return { publisher: await findPublisher(db, node.publisherId), node };
};

const publisherOf = async (read: ReadConnection, { publisherId }: NodeRecord): Promise<PublisherRecord> => {
  const publisher = await findPublisher(read, publisherId);
  if (publisher === undefined) throw publisherNotFound(publisherId);
  return publisher;
};

/** The version by its number, deleted or not. */
export const versionOfNode = async (
  read: ReadConnection,
  node: NodeRecord,
  number: string,
): Promise<VersionRecord> => {
  const version = await findVersion(read, node.key, number);
  if (version === undefined) throw versionNotFound(node.id, number);
  return version;
};

/** The version by its number or its id, deleted or not. */
export const anyVersionOfNode = async (
  read: ReadConnection,
  node: NodeRecord,
  numberOrId: string,
): Promise<VersionRecord> => {
  const version =
    (await findVersion(read, node.key, numberOrId)) ?? (await findVersionById(read, numberOrId));
  if (version?.nodeKey !== node.key) throw versionNotFound(node.id, numberOrId);
  return version;
};

/** As `anyVersionOfNode`, for reads that a deleted version has no data for. */
export const liveVersionOfNode = async (
  read: ReadConnection,
  node: NodeRecord,
  numberOrId: string,
): Promise<VersionRecord> => {
  const version = await anyVersionOfNode(read, node, numberOrId);
  if (ownObstacle(version) === 'version-deleted') throw versionNotFound(node.id, numberOrId);
  return version;
};

/** As `liveVersionOfNode`, for public reads: most are about the latest version, which comes with the node. */
export const publicVersion = async (
  read: ReadConnection,
  { node, latestVersion }: NodeCard,
  numberOrId: string,
): Promise<ShownVersion> =>
  latestVersion?.version === numberOrId ? latestVersion : liveVersionOfNode(read, node, numberOrId);

/** As `anyVersionOfNode`, for writes; a deleted version accepts none. */
export const writableVersion = async (
  { db }: Act,
  node: NodeRecord,
  numberOrId: string,
): Promise<VersionRecord> => {
  const version = await anyVersionOfNode(db, node, numberOrId);
  if (ownObstacle(version) === 'version-deleted') throw versionDeleted(version.version);
  return version;
};

export const versionDeleted = (number: string): ApiError =>
  new ApiError(
    'illegal_transition',
    `Version "${number}" is deleted and cannot be changed. A moderator can restore it within ${limits.undoDaysMax} days.`,
  );

/** The version if it may be installed and downloaded. Otherwise throws the reason. */
export const installableVersion = async (
  read: ReadConnection,
  node: NodeRecord,
  number: string,
): Promise<VersionRecord> => {
  const version = await versionOfNode(read, node, number);
  const obstacle = ownObstacle(version);
  if (obstacle !== undefined) {
    const isBanned = obstacle === 'version-banned';
    const advisory = isBanned ? await openAdvisoryId(read, { nodeKey: node.key, version }) : undefined;
    const state =
      advisory === undefined ? obstacle.replace('version-', '') : `banned as malicious (${advisory})`;
    throw new ApiError(
      'version_unavailable',
      `Version "${number}" of "${node.id}" cannot be installed because it is ${state}. Choose another version.`,
    );
  }
  return version;
};

/** As `act`, on a version that is not deleted and whose node the caller may act on. Returns the result of `work`. */
export const actOnVersion = <T>(
  context: Pick<Context, 'accounts' | 'config' | 'store'>,
  caller: Caller,
  action: Action,
  { nodeId, version }: { nodeId: string; version: string },
  work: (tx: Act, version: VersionRecord, node: NodeRecord) => Promise<T>,
): Promise<T> =>
  act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, action, nodeId);
    return work(tx, await writableVersion(tx, node, version), node);
  });

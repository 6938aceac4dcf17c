import type { Body, Endpoints, NodeMetadata } from '@patchbay/contract';
import type { SemVer } from 'semver';
import { identifyToken } from '../accounts/identify.ts';
import { uploadTtlSeconds, uploadWindowMs } from '../blobs/upload-window.ts';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { nodeBanned } from '../guards/node.ts';
import { demand, writablePublisher } from '../guards/publisher.ts';
import { demandNodeId, demandSameId } from '../guards/identifiers.ts';
import { demandVersion } from '../guards/version-number.ts';
import { receivePackageKind } from '../jobs/kinds.ts';
import { nextLook } from '../jobs/next-look.ts';
import { canonicalVersion } from '../policy/canonical-version.ts';
import { type Actor, actorName } from '../policy/rights.ts';
import { presentVersion } from '../present/version.ts';
import { aboutNode, aboutVersion, difference } from '../store/changes.ts';
import { type NodeRecord, findNode, insertNode, nodeKey, updateNodeRow } from '../store/nodes.ts';
import type { Writer } from '../store/store.ts';
import { type VersionRecord, findVersion, insertVersion, updateVersionRow } from '../store/versions.ts';

type PublishVersion = Endpoints['publishVersion'];
type Publication = Body<PublishVersion>;

/**
 * Makes the node if need be, and a Pending version of it, and tells where to send the package. Until that is
 * stored the same request may be repeated: same version id, the metadata of the last request.
 */
export const publishVersion: Operation<PublishVersion> = async (context, { actor, cause, params, body }) => {
  const { publisherId, nodeId } = params;
  const key = nodeKey(nodeId);
  const holder = await identifyToken(context, body.personal_access_token);
  // Nobody comes here anonymously unless the profile lets the token of the body speak for its holder.
  const author = actor.kind === 'anonymous' ? demandHolder(holder) : actor;
  await writablePublisher(context, author, 'node.publish', publisherId, key);
  demand(demandHolder(holder), 'node.publish', { publisherId, nodeKey: key });
  demandNodeId(nodeId, '/node/id');
  demandSameId(body.node.id, nodeId, '/node/id', nodeKey);
  const number = demandVersion(
    canonicalVersion(body.node_version.version, context.profile.habits),
    '/node_version/version',
  );

  const now = context.now();
  const deadline = new Date(now.getTime() + uploadWindowMs).toISOString();
  const runAt = nextLook(context.blobs, deadline, now).toISOString();
  const { node, version } = await context.store.write({ ...cause, actor: actorName(author) }, async (tx) => {
    const node = await upsertNode(tx, publisherId, nodeId, body.node);
    const version = await upsertVersion(tx, node, number, body.node_version, deadline);
    await tx.enqueue({ kind: receivePackageKind, subject: version.id, runAt });
    return { node, version };
  });
  // Signed after the commit: an address for a row that rolled back would let its holder fill the place.
  const expires = Math.floor(now.getTime() / 1000) + uploadTtlSeconds;
  const grant = { publisherId, nodeKey: node.key, versionId: version.id, expires };
  const signedUrl = await context.blobs.signUpload(grant, context.profile.habits.packageMediaTypes);
  return {
    node_version: presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true }),
    signedUrl,
  };
};

const demandHolder = (holder: Actor | undefined): Actor => {
  if (holder !== undefined) return holder;
  throw new ApiError(
    'invalid_personal_access_token',
    'The personal_access_token is unknown, expired or revoked; make a new one.',
  );
};

const upsertNode = async (
  tx: Writer,
  publisherId: string,
  nodeId: string,
  sent: Publication['node'],
): Promise<NodeRecord> => {
  const { id: _id, ...metadata }: { id?: string } & NodeMetadata = sent;
  const existing = await findNode(tx.db, nodeId);
  if (existing === undefined) {
    const node = await insertNode(tx, { id: nodeId, publisherId, metadata });
    await tx.append({
      action: 'node.created',
      ...aboutNode(node.key),
      after: { id: node.id, ...metadata },
    });
    return node;
  }
  demandPublishable(existing, publisherId);
  const merged = { ...existing.metadata, ...metadata };
  const change = difference(existing.metadata, merged);
  if (change === undefined) return existing;
  const node = { ...existing, metadata: merged };
  await updateNodeRow(tx, node);
  await tx.append({ action: 'node.updated', ...aboutNode(node.key), ...change });
  return node;
};

const demandPublishable = (node: NodeRecord, publisherId: string): void => {
  if (node.publisherId !== publisherId) {
    throw new ApiError('id_taken', `The node id "${node.id}" belongs to another publisher; choose another.`);
  }
  if (node.status === 'NodeStatusBanned') throw nodeBanned(node.id);
  if (node.status === 'NodeStatusDeleted') {
    throw new ApiError(
      'illegal_transition',
      `The node "${node.id}" is deleted; restore it by setting its status to NodeStatusActive, then publish.`,
    );
  }
};

const upsertVersion = async (
  tx: Writer,
  node: NodeRecord,
  number: SemVer,
  sent: Publication['node_version'],
  uploadDeadline: string,
): Promise<VersionRecord> => {
  const { version: _number, deprecated = false, ...metadata } = sent;
  const existing = await findVersion(tx.db, node.key, number.raw);
  const written = { deprecated, metadata, uploadDeadline };
  if (existing === undefined) {
    const version = await insertVersion(tx, { nodeKey: node.key, version: number, ...written });
    await tx.append({
      action: 'version.published',
      ...aboutVersion(version),
      after: { node_id: node.id, version: version.version, deprecated, ...metadata },
    });
    return version;
  }
  if (existing.package !== undefined || existing.status !== 'NodeVersionStatusPending') {
    throw new ApiError(
      'version_exists',
      `Version "${existing.version}" of "${node.id}" was published before; publish under a new number.`,
    );
  }
  const version = { ...existing, ...written };
  await updateVersionRow(tx, version);
  await tx.append({
    action: 'version.republished',
    ...aboutVersion(version),
    ...difference({ deprecated: existing.deprecated, ...existing.metadata }, { deprecated, ...metadata }),
  });
  return version;
};

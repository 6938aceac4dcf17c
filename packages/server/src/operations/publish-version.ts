import type { Body, Endpoints, NodeMetadata } from '@patchbay/contract';
import type { SemVer } from 'semver';
import { identifyToken } from '../accounts/identify.ts';
import { uploadContentTypes, uploadTtlSeconds, uploadWindowMs } from '../blobs/upload-window.ts';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { nodeBanned } from '../guards/node.ts';
import { demand, writablePublisher } from '../guards/publisher.ts';
import { demandNodeId, demandSameId } from '../guards/identifiers.ts';
import { demandVersion } from '../guards/version-number.ts';
import { receivePackageKind } from '../jobs/kinds.ts';
import { nextLook } from '../jobs/next-look.ts';
import { presentVersion } from '../present/version.ts';
import { difference } from '../store/changes.ts';
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
  await writablePublisher(context, actor, 'node.publish', publisherId, key);
  const holder = await identifyToken(context, body.personal_access_token);
  if (holder === undefined) {
    throw new ApiError(
      'invalid_personal_access_token',
      'The personal_access_token is unknown, expired or revoked; make a new one.',
    );
  }
  demand(holder, 'node.publish', { publisherId, nodeKey: key });
  demandNodeId(nodeId, '/node/id');
  demandSameId(body.node.id, nodeId, '/node/id', nodeKey);
  const number = demandVersion(body.node_version.version, '/node_version/version');

  const now = context.now();
  const deadline = new Date(now.getTime() + uploadWindowMs).toISOString();
  const runAt = nextLook(context.blobs, deadline, now).toISOString();
  const { node, version } = await context.store.write(cause, async (tx) => {
    const node = await upsertNode(tx, publisherId, nodeId, body.node);
    const version = await upsertVersion(tx, node, number, body.node_version, deadline);
    await tx.enqueue({ kind: receivePackageKind, subject: version.id, runAt });
    return { node, version };
  });
  // Signed after the commit: an address for a row that rolled back would let its holder fill the place.
  const expires = Math.floor(now.getTime() / 1000) + uploadTtlSeconds;
  const grant = { publisherId, nodeKey: node.key, versionId: version.id, expires };
  const signedUrl = await context.blobs.signUpload(grant, uploadContentTypes);
  return {
    node_version: presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true }),
    signedUrl,
  };
};

const upsertNode = async (
  tx: Writer,
  publisherId: string,
  nodeId: string,
  sent: Publication['node'],
): Promise<NodeRecord> => {
  const metadata = withoutEmptyTexts(sent);
  const existing = await findNode(tx.db, nodeId);
  if (existing === undefined) {
    const node = await insertNode(tx, { id: nodeId, publisherId, metadata });
    await tx.append({
      action: 'node.created',
      subject: `node:${node.key}`,
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
  await tx.append({ action: 'node.updated', subject: `node:${node.key}`, ...change });
  return node;
};

/** Publish tools send every key each time, and `""` for what their user left unset. */
const withoutEmptyTexts = ({ id, ...sent }: Publication['node']): NodeMetadata =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));

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
      subject: `version:${version.id}`,
      after: { node_id: node.id, version: version.version, deprecated, ...metadata },
    });
    return version;
  }
  if (existing.package !== undefined || existing.status !== 'NodeVersionStatusPending') {
    throw new ApiError(
      'version_exists',
      `Version ${existing.version} of "${node.id}" was published before; publish under a new number.`,
    );
  }
  const version = { ...existing, ...written };
  await updateVersionRow(tx, version);
  await tx.append({
    action: 'version.republished',
    subject: `version:${version.id}`,
    ...difference({ deprecated: existing.deprecated, ...existing.metadata }, { deprecated, ...metadata }),
  });
  return version;
};

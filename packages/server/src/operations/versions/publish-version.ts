import type { Body, Endpoints, NodeMetadata } from '@patchbay/contract';
import type { SemVer } from 'semver';
import { identifyAgain, identifyToken } from '../../accounts/identify.ts';
import { uploadTtlSeconds, uploadWindowMs } from '../../blobs/upload-window.ts';
import type { Caller } from '../../accounts/caller.ts';
import { ApiError } from '../../errors.ts';
import { type Act, act } from '../../access/act.ts';
import { nodeBanned } from '../../access/node.ts';
import { demand, writablePublisher } from '../../access/publisher.ts';
import { requireNodeId, requireSameId } from '../../access/identifiers.ts';
import { requireNodeBytes, requireVersionBytes } from '../../access/metadata-bytes.ts';
import { requireVersion } from '../../access/version-number.ts';
import { nextLook } from '../../intake/next-look.ts';
import { createNode, editNode } from '../../lifecycle/node.ts';
import { createVersion, editVersion } from '../../lifecycle/version.ts';
import { isUnclaimed } from '../../policy/is-unclaimed.ts';
import { ownObstacle } from '../../policy/availability.ts';
import { mergePatch } from '../../policy/merge-patch.ts';
import { type Actor, actorName } from '../../policy/rights.ts';
import { presentVersion } from '../../present/version.ts';
import { difference } from '../../store/log/changes.ts';
import { type NodeRecord, findNode, nodeKey } from '../../store/rows/nodes.ts';
import { type VersionRecord, findVersion } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

type PublishVersion = Endpoints['publishVersion'];
type Publication = Body<PublishVersion>;

/**
 * Creates the node if there is none, and a Pending version with the URL for its package. Until the package is
 * stored the same request may be repeated: same version id, the metadata of the last request.
 */
export const publishVersion: Operation<PublishVersion> = async (context, { params, body, ...caller }) => {
  const { publisherId, nodeId } = params;
  const key = nodeKey(nodeId);
  const holder = await identifyToken(context, body.personal_access_token);
  // A caller without a bearer token gets here only if the profile accepts the token in the body.
  const author = caller.claimed.kind === 'anonymous' ? byBodyToken(caller, requireHolder(holder)) : caller;
  const now = context.now();
  const deadline = new Date(now.getTime() + uploadWindowMs).toISOString();
  const runAt = nextLook(context.blobs, deadline, now).toISOString();
  const { node, version } = await act(context, author, async (tx) => {
    await writablePublisher(tx, 'node.publish', publisherId, key);
    const liveHolder = holder && (await identifyAgain(context, tx, { claimed: holder, bearer: undefined }));
    demand(requireHolder(liveHolder), 'node.publish', { publisherId, nodeKey: key });
    requireNodeId(nodeId, '/node/id');
    requireSameId(body.node.id, nodeId, '/node/id', nodeKey);
    const number = requireVersion(body.node_version.version, '/node_version/version');
    const node = await upsertNode(tx, publisherId, nodeId, body.node);
    const version = await upsertVersion(tx, node, number, body.node_version, {
      uploadDeadline: deadline,
      uploadTokenId: requireHolder(holder).tokenId,
    });
    await tx.enqueue({ kind: 'receive-package', subject: version.id, runAt });
    return { node, version };
  });
  // Signed after the commit: the URL of a row that was rolled back would admit a package for it.
  const expires = Math.floor(now.getTime() / 1000) + uploadTtlSeconds;
  const grant = {
    publisherId,
    nodeKey: node.key,
    versionId: version.id,
    tokenId: version.uploadTokenId,
    expires,
  };
  const signedUrl = await context.blobs.signUpload(grant, context.profile.compat.packageMediaTypes);
  return {
    node_version: presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true }),
    signedUrl,
  };
};

const byBodyToken = ({ cause }: Caller, holder: Actor): Caller => ({
  claimed: holder,
  bearer: undefined,
  cause: { ...cause, actor: actorName(holder) },
});

const requireHolder = <Holder extends Actor>(holder: Holder | undefined): Holder => {
  if (holder !== undefined) return holder;
  throw new ApiError(
    'invalid_personal_access_token',
    'The personal_access_token is unknown, expired or revoked. Create a new one.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
};

const upsertNode = async (
  tx: Act,
  publisherId: string,
  nodeId: string,
  sent: Publication['node'],
): Promise<NodeRecord> => {
  const { id: _id, ...patch } = sent;
  const existing = await findNode(tx.db, nodeId);
  if (existing === undefined) {
    const metadata = mergePatch<NodeMetadata>({}, patch);
    requireNodeBytes(metadata, '/node');
    return createNode(tx, { id: nodeId, publisherId, metadata });
  }
  requirePublishable(existing, publisherId);
  const merged = mergePatch<NodeMetadata>(existing.metadata, patch);
  return editNode(tx, existing, merged, '/node');
};

const requirePublishable = (node: NodeRecord, publisherId: string): void => {
  if (isUnclaimed(node.publisherId)) {
    throw new ApiError('id_taken', `The node "${node.id}" is unclaimed. Claim it, then publish.`);
  }
  if (node.publisherId !== publisherId) {
    throw new ApiError(
      'id_taken',
      `The node id "${node.id}" belongs to another publisher. Choose another id.`,
    );
  }
  const obstacle = ownObstacle(node);
  if (obstacle === 'node-banned') throw nodeBanned(node.id);
  if (obstacle === 'node-deleted') {
    throw new ApiError(
      'illegal_transition',
      `The node "${node.id}" is deleted. Set its status to NodeStatusActive to restore it, then publish.`,
    );
  }
};

const upsertVersion = async (
  tx: Act,
  node: NodeRecord,
  number: SemVer,
  sent: Publication['node_version'],
  upload: Pick<VersionRecord, 'uploadDeadline' | 'uploadTokenId'>,
): Promise<VersionRecord> => {
  const { version: _number, deprecated = false, ...metadata } = sent;
  requireVersionBytes(metadata, '/node_version');
  const existing = await findVersion(tx.db, node.key, number.raw);
  const written = { deprecated, metadata, ...upload };
  if (existing === undefined) {
    return createVersion(tx, node, { version: number, ...written });
  }
  if (existing.package !== undefined || existing.status !== 'NodeVersionStatusPending') {
    throw new ApiError(
      'version_exists',
      `Version "${existing.version}" of "${node.id}" was published before. Publish under a new version number.`,
    );
  }
  const edit = { version: number.raw, ...written };
  return editVersion(tx, existing, edit, {
    kind: 'version.republished',
    ...difference(asPublished(existing), asPublished(edit)),
  });
};

const asPublished = ({
  version,
  deprecated,
  metadata,
}: Pick<VersionRecord, 'version' | 'deprecated' | 'metadata'>) => ({
  version,
  deprecated,
  ...metadata,
});

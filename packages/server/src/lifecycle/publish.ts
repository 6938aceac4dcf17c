import type { Body, BuiltBy, Endpoints, NodeMetadata } from '@patchbay/contract';
import type { SemVer } from 'semver';
import type { Act } from '../authorization/act.ts';
import { requireNodeId, requireSameId, requireVersion } from './require-ids.ts';
import { requireNodeBytes, requireVersionBytes } from '../limits/sizes.ts';
import { nodeBanned } from '../authorization/node.ts';
import { ApiError, idFromUpstream } from '../errors.ts';
import { ownObstacle } from '../authorization/availability.ts';
import { isUnclaimed } from './publisher.ts';
import { mergePatch } from './merge.ts';
import { difference } from '../store/log/changes.ts';
import { keyAmong } from '../store/rows/node-ids.ts';
import { type NodeRecord, findNode } from '../store/rows/nodes.ts';
import { findReplica } from '../store/rows/replicas.ts';
import { type VersionRecord, findVersion } from '../store/rows/versions.ts';
import { createNode, editNode } from './node.ts';
import { createVersion, editVersion } from './version.ts';

type Publication = Body<Endpoints['publishVersion']>;

interface Request {
  params: { publisherId: string; nodeId: string };
  body: Publication;
  upload: Pick<VersionRecord, 'uploadDeadline' | 'uploadTokenId'>;
  /** The CI job that publishes; undefined for a stored token. */
  builtBy: BuiltBy | undefined;
  /** When to look for the package first, where it may come unseen. */
  lookAt: string | undefined;
}

export interface Published {
  node: NodeRecord;
  version: VersionRecord;
}

/** The published version, or every fault that keeps it from being published, the most important first. */
export type Publishing =
  | { published: Published; faults: readonly [] }
  | { published: undefined; faults: readonly [ApiError, ...ApiError[]] };

/**
 * Creates the node if there is none, and a Pending version whose package is to come. Until it has come the same may be
 * repeated: same version id, the metadata of the last request. With faults the transaction has to be rolled back,
 * because some of it may be written.
 */
export const publish = async (
  tx: Act,
  { params, body, upload, builtBy, lookAt }: Request,
): Promise<Publishing> => {
  const { publisherId, nodeId } = params;
  const faults: ApiError[] = [];
  /** Goes on behind a fault, to find those that do not follow from it. */
  const attempt = async <T>(step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(error);
      return undefined;
    }
  };
  await attempt(() => requireNodeId(nodeId, '/node/id'));
  const existing = await findNode(tx.db, nodeId);
  await attempt(() => requireSameId(body.node.id, nodeId, '/node/id', (id) => keyAmong(existing, id)));
  const hasId = faults.length === 0;
  const number = await attempt(() => requireVersion(body.node_version.version, '/node_version/version'));
  const node = hasId
    ? await attempt(() => upsertNode(tx, existing, { publisherId, nodeId, builtBy }, body.node))
    : undefined;
  const { version: _number, deprecated = false, ...sent } = body.node_version;
  await attempt(() => requireVersionBytes(sent, '/node_version'));
  const metadata = builtBy === undefined ? sent : { ...sent, built_by: builtBy };
  const version =
    node &&
    number &&
    (await attempt(() => upsertVersion(tx, node, number, { deprecated, metadata, ...upload })));
  const [first, ...others] = faults;
  if (first !== undefined) return { published: undefined, faults: [first, ...others] };
  if (node === undefined || version === undefined) throw new Error('a publish without faults has no version');
  if (lookAt !== undefined) {
    await tx.enqueue({ kind: 'receive-package', subject: version.id, runAt: lookAt });
  }
  return { published: { node, version }, faults: [] };
};

const upsertNode = async (
  tx: Act,
  existing: NodeRecord | undefined,
  { publisherId, nodeId, builtBy }: Request['params'] & Pick<Request, 'builtBy'>,
  sent: Publication['node'],
): Promise<NodeRecord> => {
  const { id: _id, ...patch } = sent;
  if (existing === undefined) {
    const metadata = mergePatch<NodeMetadata>({}, patch);
    requireNodeBytes(metadata, '/node');
    return createNode(tx, { id: nodeId, publisherId, metadata });
  }
  await requirePublishable(tx, existing, publisherId);
  if (existing.metadata.trusted_only === true && builtBy === undefined) throw trustedOnly(existing.id);
  const merged = mergePatch<NodeMetadata>(existing.metadata, patch);
  return editNode(tx, existing, merged, '/node');
};

const requirePublishable = async (tx: Act, node: NodeRecord, publisherId: string): Promise<void> => {
  if (node.publisherId !== publisherId) {
    const { upstream = null } = (await findReplica(tx.db, 'node', node.key)) ?? {};
    if (upstream !== null) throw idFromUpstream(node.id, upstream);
  }
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

/** The error for a stored token, where only trusted CI jobs may publish. */
export const trustedOnly = (id: string): ApiError =>
  new ApiError(
    'trusted_publishing_required',
    `The node "${id}" is published by trusted CI jobs only, and not with a stored token. Publish from the CI, or ask an owner to allow tokens again.`,
  );

type Written = Pick<VersionRecord, 'deprecated' | 'metadata' | 'uploadDeadline' | 'uploadTokenId'>;

const upsertVersion = async (
  tx: Act,
  node: NodeRecord,
  number: SemVer,
  written: Written,
): Promise<VersionRecord> => {
  const created = await createVersion(tx, node, { version: number, ...written });
  if (created !== undefined) return created;
  const existing = await findVersion(tx.db, node.key, number.raw);
  if (existing === undefined) throw new Error('a number that is taken has a version');
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

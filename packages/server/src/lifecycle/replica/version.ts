import type { AppNodeDefinition } from '@patchbay/contract';
import type { PackageContents } from '@patchbay/inspect';
import { definitionBytes } from '../../limits/sizes.ts';
import { difference } from '../../store/log/changes.ts';
import {
  claimAppNodeNames,
  findBannedNames,
  findNamesBannedHere,
  moveBan,
} from '../../store/rows/app-node-names.ts';
import { findDefinitions, replaceAppNodes } from '../../store/rows/app-nodes.ts';
import type { NodeRecord } from '../../store/rows/nodes.ts';
import { findReadmeBytes, keepFileList, replaceReadme } from '../../store/rows/package-contents.ts';
import { markPublisherApproved } from '../../store/rows/publishers.ts';
import { countUse, countUseOfNode } from '../../store/rows/quotas.ts';
import {
  findReplicatedVersion,
  keepReplicatedVersion,
  listReplicatedVersion,
  setDigest,
  noteFetch,
} from '../../store/rows/replicas.ts';
import {
  type VersionRecord,
  findVersion,
  findVersionById,
  insertVersion,
  type StoredPackage,
} from '../../store/rows/versions.ts';
import type { Writer } from '../../store/store.ts';
import type { Row } from '../../store/tables.ts';
import { writeVersion } from '../write-rows.ts';
import { type Origin, type VersionReplica, isOwnDecision } from './resources.ts';

/** A source offers another package for a version than it did before. */
export interface ChangedDigest {
  version: string;
  known: string;
  offered: string;
}

/**
 * Writes a version of a replicated node as the source shows it, and logs it if anything changed. The digest of a package
 * never changes: if the source names another one, the known one stays, and the difference is returned.
 */
export const writeVersionReplica = async (
  tx: Writer,
  origin: Origin,
  node: NodeRecord,
  replica: VersionReplica,
): Promise<ChangedDigest | undefined> => {
  const { source, syncedAt } = origin;
  const known = await findVersion(tx.db, node.key, replica.version.raw);
  const mark = known && (await findReplicatedVersion(tx.db, known.id));
  // A node that a moderator took over may have versions of its own.
  if (known !== undefined && mark === undefined) return undefined;
  const current = known ?? (await createVersionReplica(tx, node, replica));
  const appNodes = replica.appNodes && (await withOwnBans(tx, node, origin, replica.appNodes));
  const changed = await writeState(tx, current, { ...replica, appNodes }, { mark, syncedAt });
  const isNew = known === undefined;
  const { url = null } = replica;
  const status = mark !== undefined && isOwnDecision(current, mark) ? mark.status : replica.status;
  const isElsewhere = mark?.source !== source || mark.url !== url;
  if (isNew || changed || isElsewhere || mark.status !== status) {
    // What failed at one place says nothing of another one.
    const { failure, look_at } = isElsewhere ? { failure: null, look_at: tx.now } : mark;
    await keepReplicatedVersion(tx, {
      version_id: current.id,
      source,
      status,
      url,
      fetched_at: null,
      failure,
      look_at,
    });
  }
  if (isNew || changed) {
    await tx.append({
      kind: 'version.replicated',
      about: current,
      after: { node_id: node.id, version: replica.version.raw, status: replica.status },
    });
  }
  return digestChange(current, replica);
};

/** Moves versions that the source does not list any more to Deleted. */
export const dropVersionReplicas = async (
  tx: Writer,
  node: NodeRecord,
  gone: readonly Row<'replicated_versions'>[],
): Promise<void> => {
  for (const mark of gone) {
    const current = await findVersionById(tx.db, mark.version_id);
    const status = 'NodeVersionStatusDeleted';
    if (current === undefined || mark.status === status) continue;
    if (isOwnDecision(current, mark)) continue;
    await keepReplicatedVersion(tx, { ...mark, status });
    await writeVersion(tx, { ...current, status, deletedAt: tx.now });
    const after = { node_id: node.id, version: current.version, status } as const;
    await tx.append({ kind: 'version.replicated', about: current, after });
  }
};

const createVersionReplica = async (
  tx: Writer,
  node: NodeRecord,
  { id, version, metadata, deprecated, createdAt, package: stored }: VersionReplica,
): Promise<VersionRecord> => {
  const fresh = { nodeKey: node.key, version, metadata, deprecated, createdAt };
  const unsent = { uploadDeadline: tx.now, uploadTokenId: null };
  // Of another version, the source could otherwise take over the row.
  const isIdTaken = id !== undefined && (await findVersionById(tx.db, id)) !== undefined;
  const inserted = await insertVersion(tx, {
    ...fresh,
    ...unsent,
    ...(id === undefined || isIdTaken ? {} : { id }),
  });
  if (inserted === undefined) throw new Error(`the version ${version.raw} of ${node.id} was not inserted`);
  await listReplicatedVersion(tx, inserted.id, stored);
  await countUse(tx, { name: 'versions', subjectId: node.key, amount: 1 });
  await countUseOfNode(tx, node.key, 'package_bytes', stored?.bytes ?? 0);
  return { ...inserted, package: stored, isStored: true };
};

/** App-nodes of a source, with the bans of this registry, if it has moderators of its own. */
const withOwnBans = async (
  tx: Writer,
  { key }: NodeRecord,
  { isUpstream }: Origin,
  sent: ReadonlyMap<string, AppNodeDefinition>,
): Promise<ReadonlyMap<string, AppNodeDefinition>> => {
  const policy = 'AppNodePolicyBanned';
  const banned = isUpstream && sent.size > 0 ? await findBannedNames(tx.db, key) : new Set();
  const isLifted = [...sent].some(([name, definition]) => banned.has(name) && definition.policy !== policy);
  if (!isLifted) return sent;
  const here = await findNamesBannedHere(tx.db, key);
  return new Map(
    [...sent].map(([name, definition]) => [name, here.has(name) ? { ...definition, policy } : definition]),
  );
};

/** Returns whether anything changed. */
const writeState = async (
  tx: Writer,
  current: VersionRecord,
  { metadata, deprecated, extractStatus, found, appNodes, package: stored, ...replica }: VersionReplica,
  { mark, syncedAt }: { mark: Row<'replicated_versions'> | undefined } & Pick<Origin, 'syncedAt'>,
): Promise<boolean> => {
  const isOwn = mark !== undefined && isOwnDecision(current, mark);
  const status = isOwn ? current.status : replica.status;
  let next: VersionRecord = { ...current, metadata, deprecated, status, extractStatus, found };
  if (status !== current.status) {
    next = { ...next, deletedAt: status === 'NodeVersionStatusDeleted' ? tx.now : null };
  }
  const isDigestNew = stored !== undefined && current.package === undefined;
  if (isDigestNew) {
    await setDigest(tx, current.id, stored);
    await countUseOfNode(tx, current.nodeKey, 'package_bytes', stored.bytes);
  }
  const known = appNodes === undefined ? undefined : await findDefinitions(tx.db, current.id);
  const areAppNodesNew =
    appNodes !== undefined &&
    known !== undefined &&
    difference(Object.fromEntries(known), Object.fromEntries(appNodes)) !== undefined;
  if (areAppNodesNew) {
    await replaceAppNodes(tx, current.id, appNodes);
    for (const [name, { policy }] of appNodes) {
      await moveBan(tx, { nodeKey: current.nodeKey, name }, known.get(name)?.policy, policy);
    }
    const bytes = definitionBytes(appNodes) + (await findReadmeBytes(tx.db, current.id));
    await countUseOfNode(tx, current.nodeKey, 'definition_bytes', bytes - current.definitionBytes);
    next = { ...next, definitionBytes: bytes };
  }
  const isStateNew = difference(state(current), state(next)) !== undefined;
  if (!isStateNew && !areAppNodesNew && !isDigestNew) return false;
  if (status === 'NodeVersionStatusActive') {
    // As at the source, the node that had a name first has it: one that waited for its package had it later.
    await claimAppNodeNames(tx, next, replica.createdAt > syncedAt ? replica.createdAt : syncedAt);
    await markPublisherApproved(tx, current.nodeKey);
  }
  await writeVersion(tx, next);
  return true;
};

const state = ({ metadata, deprecated, status, extractStatus, found }: VersionRecord) => ({
  metadata,
  deprecated,
  status,
  extractStatus,
  found,
});

const digestChange = (current: VersionRecord, { package: offered }: VersionReplica) => {
  const known = current.package?.sha256;
  if (known === undefined || offered === undefined || known === offered.sha256) return undefined;
  return { version: current.version, known, offered: offered.sha256 };
};

/**
 * Records that the package of a replicated version is stored here, with its readme and its files, once. The digest counts
 * from then on if there was none. Its app-nodes and its state stay those of the source.
 */
export const keepReplicatedPackage = async (
  tx: Writer,
  versionId: string,
  stored: StoredPackage,
  contents: Pick<PackageContents, 'readme' | 'files' | 'areAll'> | undefined,
): Promise<void> => {
  const current = await findVersionById(tx.db, versionId);
  const mark = await findReplicatedVersion(tx.db, versionId);
  if (current === undefined || mark === undefined || mark.fetched_at !== null) return;
  // Another process may have fetched other bytes, where no digest was announced.
  if (current.package !== undefined && current.package.sha256 !== stored.sha256) return;
  await noteFetch(tx, versionId, { fetched_at: tx.now, failure: null });
  if (current.package === undefined) {
    await setDigest(tx, versionId, stored);
    await countUseOfNode(tx, current.nodeKey, 'package_bytes', stored.bytes);
  }
  if (contents !== undefined) {
    const before = await findReadmeBytes(tx.db, versionId);
    await replaceReadme(tx, versionId, contents.readme);
    await keepFileList(tx, versionId, contents);
    const more = (await findReadmeBytes(tx.db, versionId)) - before;
    await countUseOfNode(tx, current.nodeKey, 'definition_bytes', more);
    await writeVersion(tx, { ...current, definitionBytes: current.definitionBytes + more });
  }
  await tx.append({ kind: 'package.replicated', about: current, after: stored });
};

import type { StagedBlob } from '../blobs/blob-store.ts';
import { packageKey } from '../blobs/keys.ts';
import type { Context } from '../context.ts';
import { requireSoundPackage } from './require-sound-package.ts';
import { requireUpload } from '../access/upload.ts';
import type { Cause } from '../store/log/changes.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import { recordPackage } from '../lifecycle/package.ts';
import { type StoredPackage, type VersionRecord, findVersionById } from '../store/rows/versions.ts';

/**
 * Takes a package that came for a version: through the inspection, into the store, and only then into the database.
 * Whatever fails before that leaves the version as it was, and all of it may happen twice.
 * Returns the digest of the package that counts, which may be another one that was first; undefined when the
 * version is gone or no longer Pending. Throws what `requireSoundPackage` and `requireUpload` throw.
 */
export const keepPackage = async (
  context: Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'readers' | 'now'>,
  cause: Omit<Cause, 'actor'>,
  { node, version }: { node: NodeRecord; version: VersionRecord },
  staged: StagedBlob,
): Promise<string | undefined> => {
  await requireSoundPackage(context, staged.path, { nodeId: node.id, version: version.version });
  // Much can have changed while the package came. The transaction asks again, but then the bytes lie in the store.
  await requireUpload(context.store.read, context.now().toISOString(), version);
  const { sha256, bytes } = staged;
  const key = packageKey(node, version.id, sha256);
  await staged.commit(key);
  const winner = await record(context, { ...cause, actor: `upload:${version.id}` }, version, {
    sha256,
    bytes,
  });
  if (winner !== sha256) await context.blobs.remove(key);
  return winner;
};

const record = (
  { store }: Pick<Context, 'store'>,
  cause: Cause,
  version: VersionRecord,
  stored: StoredPackage,
): Promise<string | undefined> =>
  store.write(cause, async (tx) => {
    const current = await findVersionById(tx.db, version.id);
    if (current?.package !== undefined) return current.package.sha256;
    if (current?.status !== 'NodeVersionStatusPending') return undefined;
    await requireUpload(tx.db, tx.now, version);
    await recordPackage(tx, current, stored);
    return stored.sha256;
  });

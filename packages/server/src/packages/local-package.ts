import type { LocalBlob } from './blobs/blob-store.ts';
import { packageKey } from './blobs/keys.ts';
import type { Context } from '../context.ts';
import { findNode } from '../store/rows/nodes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';

/** The stored package of a version as a file of this machine, or undefined when none is stored. */
export const localPackage = async (
  { store, blobs }: Pick<Context, 'store' | 'blobs'>,
  version: VersionRecord,
): Promise<LocalBlob | undefined> => {
  const node = await findNode(store.read, version.nodeKey);
  return node && version.package && blobs.fetch(packageKey(node, version.id, version.package.sha256));
};

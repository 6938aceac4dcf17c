import type { PackageContents } from '@patchbay/inspect';
import { keepFileList, findReadmeBytes, replaceReadme } from '../../store/rows/package-contents.ts';
import { countUseOfNode } from '../../store/rows/quotas.ts';
import { findReplicatedVersion, noteFetch, setDigest } from '../../store/rows/replicas.ts';
import { type StoredPackage, findVersionById } from '../../store/rows/versions.ts';
import type { Writer } from '../../store/store.ts';
import { writeVersion } from '../write-rows.ts';

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

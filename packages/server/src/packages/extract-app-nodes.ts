import { limits } from '@patchbay/contract';
import type { Context } from '../context.ts';
import type { Extraction, PackageContents } from '@patchbay/inspect';
import { storeAppNodes } from '../lifecycle/package.ts';
import { findBannedNames } from '../store/rows/app-node-names.ts';
import { findDefinitions } from '../store/rows/app-nodes.ts';
import { keepFileList } from '../store/rows/package-contents.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import { giveUpAfter } from './give-up-after.ts';
import { localPackage } from './local-package.ts';
import { notReadable } from './not-readable.ts';
import { settleExtraction } from './settle-extraction.ts';

/**
 * Reads the app-nodes of a stored package and keeps them in place of those read before, with its readme and the list
 * of its files; policies stay. The last of the attempts keeps what there is if the package cannot be read.
 */
export const extractAppNodes = async (
  context: Pick<Context, 'store' | 'blobs' | 'readers'>,
  versionId: string,
  attempts: number,
): Promise<void> => {
  const version = await findVersionById(context.store.read, versionId);
  if (version?.package === undefined) return;
  const found: Extraction | PackageContents = await read(context, version).catch(
    giveUpAfter(attempts, notReadable),
  );
  await context.store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, versionId);
    if (current === undefined) return;
    if ('files' in found) await keepFileList(tx, versionId, found);
    const { definitions, status, extraction, readme } = await settleExtraction(tx.db, current, found, {
      definitions: await findDefinitions(tx.db, versionId),
      banned: await findBannedNames(tx.db, current.nodeKey),
    });
    await storeAppNodes(tx, current, definitions, {
      status,
      extraction,
      readme,
      log: {
        kind: 'app-nodes.extracted',
        before: { app_node_extract_status: current.extractStatus },
        after: {
          app_node_extract_status: status,
          confidence: extraction.confidence,
          app_node_names: firstNames(definitions.keys()),
        },
      },
    });
  });
};

/** As many of the names as a change repeats. The log keeps every reading, the rows only the last. */
const firstNames = (names: Iterable<string>): string[] => {
  let left: number = limits.loggedNamesCharsMax;
  return [...names].filter((name) => (left -= name.length) >= 0);
};

const read = async (
  context: Pick<Context, 'store' | 'blobs' | 'readers'>,
  version: VersionRecord,
): Promise<PackageContents> => {
  await using local = await localPackage(context, version);
  if (local === undefined || version.package === undefined)
    throw new Error(`version ${version.id} has no package to read`);
  // Awaited here: the file may be gone when this function ends.
  const extraction = await context.readers.extract(local.path, version.package.sha256);
  if (extraction === undefined)
    throw new Error(`the package of version ${version.id} is not what was uploaded`);
  return extraction;
};

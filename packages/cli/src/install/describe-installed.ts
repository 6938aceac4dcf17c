import { join } from 'node:path';
import { chooseFolder } from './choose-folder.ts';
import { compareFiles } from './compare-files.ts';
import type { InstalledNode } from './installed-node.ts';
import { readLock } from './read-lock.ts';
import { readInstalledProject } from './read-installed-project.ts';
import { requireInstalled } from './require-installed.ts';

interface Description {
  readonly node: string;
  readonly folder: string;
  readonly version: string;
  readonly requested?: string;
  readonly registry: string;
  readonly description?: string;
  readonly repository?: string;
  readonly requirements: readonly string[];
  readonly package: { readonly bytes: number; readonly sha256: string };
  readonly files: number;
  readonly changed: number;
}

/** What the lock file and the files of an installed node say of it. */
export const describeInstalled = async (
  cwd: string,
  into: string | undefined,
  nodeId: string,
): Promise<Description> => {
  const path = await chooseFolder(cwd, into);
  const installed = await readLock(path);
  const [id = nodeId] = requireInstalled(installed, path, [nodeId]);
  const { version, requested, registry, sha256, bytes, files } = installed.get(id) as InstalledNode;
  const folder = join(path, id);
  const { changed, missing, added } = await compareFiles(folder, files);
  // Where somebody changed what it says, `changed` says so.
  const { description, repository, requirements } = await readInstalledProject(folder, files);
  return {
    node: id,
    folder,
    version,
    ...(requested !== undefined && { requested }),
    registry,
    ...(description !== undefined && { description }),
    ...(repository !== undefined && { repository }),
    requirements,
    package: { bytes, sha256 },
    files: files.size,
    changed: changed.length + missing.length + added.length,
  };
};

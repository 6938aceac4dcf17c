import { join } from 'node:path';
import { projectFile } from '@patchbay/inspect/project';
import { readProject } from '../project/read-project.ts';
import { chooseFolder } from './choose-folder.ts';
import { compareFiles } from './compare-files.ts';
import type { InstalledNode } from './installed-node.ts';
import { readLock } from './read-lock.ts';
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
  return {
    node: id,
    folder,
    version,
    ...(requested !== undefined && { requested }),
    registry,
    ...(await describeProject(folder, files)),
    package: { bytes, sha256 },
    files: files.size,
    changed: changed.length + missing.length + added.length,
  };
};

/** What its pyproject.toml says; nothing if that was not installed or can no longer be read. */
const describeProject = async (
  folder: string,
  files: InstalledNode['files'],
): Promise<Pick<Description, 'description' | 'repository' | 'requirements'>> => {
  if (!files.has(projectFile)) return { requirements: [] };
  try {
    const { node, nodeVersion } = await readProject(folder);
    const { description, repository } = node;
    return {
      ...(typeof description === 'string' && { description }),
      ...(typeof repository === 'string' && { repository }),
      requirements: nodeVersion.dependencies ?? [],
    };
  } catch (error) {
    // Somebody changed it, which `changed` says.
    if (!(error instanceof Error && /^(?:Cli|Project)Error$/.test(error.name))) throw error;
    return { requirements: [] };
  }
};

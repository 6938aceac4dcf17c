import { join } from 'node:path';
import { chooseFolder } from './choose-folder.ts';
import { type Differences, compareFiles } from './compare-files.ts';
import type { InstalledNode } from './installed-node.ts';
import { readLock } from './read-lock.ts';
import { requireInstalled } from './require-installed.ts';

/** How the named nodes differ from what was installed; all nodes if none is named. */
export const verifyNodes = async (
  cwd: string,
  into: string | undefined,
  named: readonly string[],
): Promise<{ folder: string; nodes: ({ node: string; version: string } & Differences)[] }> => {
  const folder = await chooseFolder(cwd, into);
  const installed = await readLock(folder);
  const nodes = [];
  for (const id of requireInstalled(installed, folder, named)) {
    const { version, files } = installed.get(id) as InstalledNode;
    nodes.push({ node: id, version, ...(await compareFiles(join(folder, id), files)) });
  }
  return { folder, nodes };
};

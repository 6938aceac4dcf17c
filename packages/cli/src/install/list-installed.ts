import { readdir } from 'node:fs/promises';
import { chooseFolder } from './choose-folder.ts';
import { ifThere } from './if-there.ts';
import { readLock } from './read-lock.ts';

interface Installed {
  readonly node: string;
  readonly version: string;
  readonly requested?: string;
  readonly registry: string;
  readonly bytes: number;
  readonly is_there: boolean;
}

/** What no host loads: hidden folders, those of Python, and those that are disabled. */
const isNoNode = (name: string): boolean => /^[._]|\.disabled$/.test(name);

/** What a folder holds: the nodes of its lock file, and folders that are not in it. */
export const listInstalled = async (
  cwd: string,
  into: string | undefined,
): Promise<{ folder: string; nodes: Installed[]; others: string[] }> => {
  const folder = await chooseFolder(cwd, into);
  const installed = await readLock(folder);
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
  const folders = new Set(
    entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name),
  );
  const nodes = [...installed].map(([node, { version, requested, registry, bytes }]) => ({
    node,
    version,
    ...(requested !== undefined && { requested }),
    registry,
    bytes,
    is_there: folders.has(node),
  }));
  const others = [...folders].filter((name) => !installed.has(name) && !isNoNode(name)).sort();
  return { folder, nodes, others };
};

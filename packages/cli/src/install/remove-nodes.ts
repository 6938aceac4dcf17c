import { chooseFolder } from './choose-folder.ts';
import { InstallFolder } from './install-folder.ts';
import { readLock } from './read-lock.ts';
import { requireInstalled } from './require-installed.ts';
import { requireUnchanged } from './require-replaceable.ts';

/** Removes all of the named nodes, or none if one is not installed or, without `force`, has changed since. */
export const removeNodes = async (
  cwd: string,
  { into, force }: { readonly into?: string; readonly force: boolean },
  named: readonly string[],
): Promise<{ folder: string; removed: { node: string; version: string }[] }> => {
  const path = await chooseFolder(cwd, into);
  // Looked for first, so that a mistake leaves nothing in the folder.
  requireInstalled(await readLock(path), path, named);
  await using folder = await InstallFolder.open(path);
  const ids = requireInstalled(folder.nodes, path, named);
  if (!force) for (const id of ids) await requireUnchanged(folder, id);
  const removed = [];
  for (const id of ids) {
    removed.push({ node: id, version: folder.nodes.get(id)?.version ?? '' });
    await folder.remove(id);
  }
  return { folder: path, removed };
};

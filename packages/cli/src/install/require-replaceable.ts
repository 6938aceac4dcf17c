import { CliError } from '../errors.ts';
import { type Differences, compareFiles } from './compare-files.ts';
import type { InstallFolder } from './install-folder.ts';

/** Whether an installed node has exactly the files that were installed. */
export const isWhole = async (folder: InstallFolder, id: string): Promise<boolean> => {
  const { changed, missing, added } = await differencesOf(folder, id);
  return changed.length + missing.length + added.length === 0;
};

/** Throws unless the place of a node is free, or has only what patchbay installed there from this registry. */
export const requireReplaceable = async (
  folder: InstallFolder,
  id: string,
  registry: string,
): Promise<void> => {
  await folder.requirePlace(id);
  const installed = folder.nodes.get(id);
  if (installed === undefined) return;
  if (installed.registry !== registry) {
    throw new CliError(
      'folder_taken',
      `${id} was installed from ${installed.registry}, not from ${registry}.`,
      {
        next: `Use --registry ${installed.registry}, or --force to replace the node.`,
      },
    );
  }
  await requireUnchanged(folder, id);
};

/** Throws if an installed node has files that somebody wrote since: they would be lost. */
export const requireUnchanged = async (folder: InstallFolder, id: string): Promise<void> => {
  const { changed, added } = await differencesOf(folder, id);
  const [first, ...others] = [...changed, ...added];
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new CliError(
    'locally_changed',
    `${id} has files that were not installed like this: ${first}${more}.`,
  );
};

const differencesOf = (folder: InstallFolder, id: string): Promise<Differences> =>
  compareFiles(folder.pathOf(id), folder.nodes.get(id)?.files ?? new Map());

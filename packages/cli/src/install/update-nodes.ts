import type { Call } from '../call.ts';
import { chooseFolder } from './choose-folder.ts';
import type { InstallFlags } from '../parameters/folder-flags.ts';
import { installNodes } from './install-nodes.ts';
import type { Outcome } from './outcome.ts';
import { readLock } from './read-lock.ts';
import { requireInstalled } from './require-installed.ts';
import { withInstallation } from './with-installation.ts';

/** Updates the named nodes, or all, within what was asked for at their install, or with `latest` beyond it. */
export const updateNodes = async (
  call: Call,
  { latest, ...flags }: InstallFlags & { readonly latest: boolean },
  named: readonly string[],
): Promise<{ folder: string; nodes: Outcome[] }> => {
  const folder = await chooseFolder(call.context.cwd, flags.into);
  // Looked for first, so that a mistake leaves nothing in the folder.
  requireInstalled(await readLock(folder), folder, named);
  const nodes = await withInstallation(call, folder, flags, (installation) => {
    const { nodes } = installation.folder;
    const wanted = requireInstalled(nodes, folder, named).map((nodeId) => ({
      nodeId,
      requested: latest ? undefined : nodes.get(nodeId)?.requested,
    }));
    return installNodes(installation, wanted);
  });
  return { folder, nodes };
};

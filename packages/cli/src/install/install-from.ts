import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { parseLatestReference } from '../node-reference.ts';
import { chooseFolder } from './choose-folder.ts';
import type { InstallFlags } from '../parameters/folder-flags.ts';
import { commandFor } from './install-command.ts';
import { type Installation, installNodes } from './install-nodes.ts';
import type { Outcome } from './outcome.ts';
import { readLock } from './read-lock.ts';
import { withInstallation } from './with-installation.ts';

/** Brings a folder to what its lock file says: the same versions with the same packages, and no others. */
const installLocked = (installation: Installation): Promise<Outcome[]> =>
  installNodes(
    installation,
    [...installation.folder.nodes].map(([nodeId, locked]) => ({
      nodeId,
      requested: locked.requested,
      locked,
    })),
  );

/** Installs the named nodes, or what the lock file says if none is named. */
export const installFrom = async (
  call: Call,
  flags: InstallFlags,
  references: readonly string[],
): Promise<{ folder: string; nodes: Outcome[]; requirements_command?: string[] }> => {
  const folder = await chooseFolder(call.context.cwd, flags.into);
  if (references.length === 0) {
    // Looked for first, so that a mistake leaves nothing in the folder.
    if ((await readLock(folder)).size === 0) {
      throw new CliError('not_installed', `${folder} has no patchbay.lock with nodes in it.`, {
        next: 'Name the nodes to install, or set the folder with --into.',
      });
    }
    const nodes = await withInstallation(call, folder, flags, installLocked);
    return { folder, nodes, ...(await commandFor(call.context, nodes)) };
  }
  const wanted = references.map((reference) => {
    const { nodeId, version: requested } = parseLatestReference(reference);
    return { nodeId, requested };
  });
  const twice = wanted.find(({ nodeId }, index) =>
    wanted.slice(0, index).some((other) => other.nodeId.toLowerCase() === nodeId.toLowerCase()),
  );
  if (twice !== undefined) throw new CliError('usage', `${twice.nodeId} is named twice.`);
  const nodes = await withInstallation(call, folder, flags, (installation) =>
    installNodes(installation, wanted),
  );
  return { folder, nodes, ...(await commandFor(call.context, nodes)) };
};

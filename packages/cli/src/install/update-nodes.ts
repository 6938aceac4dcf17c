import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';
import { chooseFolder } from './choose-folder.ts';
import { latestVersions } from './compare-versions.ts';
import type { InstallFlags } from '../parameters/folder-flags.ts';
import { commandFor } from './install-command.ts';
import { isAbove } from './is-above.ts';
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
): Promise<{ folder: string; nodes: Outcome[]; requirements_command?: string[] }> => {
  const folder = await chooseFolder(call.context.cwd, flags.into);
  // Looked for first, so that a mistake leaves nothing in the folder.
  requireInstalled(await readLock(folder), folder, named);
  const nodes = await withInstallation(call, folder, flags, async (installation) => {
    const { nodes } = installation.folder;
    const wanted = requireInstalled(nodes, folder, named).map((nodeId) => ({
      nodeId,
      requested: latest ? undefined : nodes.get(nodeId)?.requested,
    }));
    const outcomes = await installNodes(installation, wanted);
    const held = new Set(wanted.flatMap(({ nodeId, requested }) => (requested === undefined ? [] : nodeId)));
    return withLatest(installation.connection, outcomes, held);
  });
  return { folder, nodes, ...(await commandFor(call.context, nodes)) };
};

/** Names the latest version where what was asked for keeps the update from it. */
const withLatest = async (
  connection: Connection,
  outcomes: readonly Outcome[],
  held: ReadonlySet<string>,
): Promise<Outcome[]> => {
  const ids = outcomes.map(({ node }) => node).filter((node) => held.has(node));
  if (ids.length === 0) return [...outcomes];
  const latest = await latestVersions(connection, ids);
  return outcomes.map((outcome) => {
    const { node, version } = outcome;
    const newest = held.has(node) ? latest.get(node.toLowerCase()) : undefined;
    const isBehind = newest !== undefined && version !== undefined && isAbove(newest, version);
    return isBehind ? { ...outcome, latest: newest } : outcome;
  });
};

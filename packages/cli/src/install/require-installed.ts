import { CliError } from '../errors.ts';
import type { InstalledNode } from './installed-node.ts';

/** The ids of the named nodes as the lock file writes them; of all if none is named. Throws if one is not installed. */
export const requireInstalled = (
  nodes: ReadonlyMap<string, InstalledNode>,
  folder: string,
  named: readonly string[],
): string[] => {
  if (nodes.size === 0)
    throw new CliError('not_installed', `Nothing in ${folder} was installed by patchbay.`);
  if (named.length === 0) return [...nodes.keys()];
  const ids = new Map([...nodes.keys()].map((id) => [id.toLowerCase(), id]));
  const unknown = named.filter((id) => !ids.has(id.toLowerCase()));
  if (unknown.length > 0) {
    throw new CliError('not_installed', `${folder} has no ${unknown.join(', ')} that patchbay installed.`);
  }
  return [...new Set(named.map((id) => ids.get(id.toLowerCase()) ?? id))];
};

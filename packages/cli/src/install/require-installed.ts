import { CliError, errors } from '../errors.ts';
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
    throw new CliError('not_installed', `${folder} has no ${unknown.join(', ')} that patchbay installed.`, {
      next: `It has ${listOf([...nodes.keys()])}. ${errors.not_installed.next ?? ''}`.trim(),
    });
  }
  return [...new Set(named.map((id) => ids.get(id.toLowerCase()) ?? id))];
};

/** Nodes that an error names. */
const shownMax = 10;

const listOf = (ids: readonly string[]): string => {
  const rest = ids.length - shownMax;
  return (
    ids.slice(0, shownMax).join(', ') + (rest > 0 ? ` and ${rest} more, which \`patchbay list\` shows` : '')
  );
};

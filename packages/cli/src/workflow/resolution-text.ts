import { columns } from '../output/columns.ts';
import type { Ink } from '../output/ink.ts';
import type { Resolution } from './resolve-workflow.ts';

/** What people read of a list, whose names are those of the file, and of one name. */
const shown = { names: 100, chars: 100 } as const;

/** A line for each node, then the app-nodes without one, and how to install what is to be installed yet. */
export const resolutionText = (
  { nodes, built_in: builtIn, unknown, missing, may_use_host: mayUseHost }: Resolution,
  ink: Ink,
  isToInstall: boolean,
): string => {
  const needed = nodes.map(({ node, version = '', app_nodes: names }) => [
    ink.bold(node),
    version,
    listed(
      names.map(({ name, candidates }) =>
        candidates.length === 0 ? clipped(name) : `${clipped(name)} (or ${candidates.join(', ')})`,
      ),
    ),
  ]);
  const rest = [
    ['Of the host', builtIn],
    ['Unknown', unknown],
  ] as const;
  const absent = missing.map(({ id, version }) => clipped(version === undefined ? id : `${id}@${version}`));
  const lines = [
    columns(needed),
    ...rest.map(([label, names]) =>
      names.length === 0 ? '' : `${ink.dim(label)}: ${listed(names.map(clipped))}`,
    ),
    absent.length === 0 ? '' : `${ink.dim('Named by the file, but not in this registry')}: ${listed(absent)}`,
    ...nodes
      .filter(({ version_reason: reason }) => reason === 'compatible' || reason === 'latest')
      .flatMap(({ node, version = '', named_version: named }) =>
        named === undefined || named === version || !/^v?\d+\./.test(named)
          ? []
          : ink.yellow(
              `${node}: the file names ${clipped(named)}, which is not Active; ${version} is the nearest.`,
            ),
      ),
  ].filter(Boolean);
  if (mayUseHost) lines.push(ink.yellow(hostNote));
  if (isToInstall && nodes.length > 0) {
    const isAllThere = nodes.every(({ installed_version: version }) => version !== undefined);
    lines.push(isAllThere ? 'All of them are installed.' : 'Add --install to install them.');
  }
  return lines.length === 0 ? 'The workflow uses no app-nodes.' : lines.join('\n');
};

const hostNote =
  'This registry has no list of the app-nodes that come with the host, so some of these may be its own. Check that your host lacks them before you install a node for them.';

const clipped = (name: string): string =>
  name.length > shown.chars ? `${name.slice(0, shown.chars)}…` : name;

const listed = (names: readonly string[]): string => {
  const more = names.length - shown.names;
  return [...names.slice(0, shown.names), ...(more > 0 ? [`and ${more} more, which --json shows`] : [])].join(
    ', ',
  );
};

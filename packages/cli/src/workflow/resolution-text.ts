import type { Resolution } from '@patchbay/client';
import { columns } from '../output/columns.ts';
import type { Ink } from '../output/ink.ts';

/** A line for each node, then the app-nodes without one. */
export const resolutionText = ({ nodes, built_in: builtIn, unknown }: Resolution, ink: Ink): string => {
  const needed = nodes.map(({ node, version = '', app_nodes: names }) => [
    ink.bold(node),
    version,
    names
      .map(({ name, candidates }) =>
        candidates.length === 0 ? name : `${name} (or ${candidates.join(', ')})`,
      )
      .join(', '),
  ]);
  const rest = [
    ['Of the host', builtIn],
    ['Unknown', unknown],
  ] as const;
  const lines = [
    columns(needed),
    ...rest.map(([label, names]) => (names.length === 0 ? '' : `${ink.dim(label)}: ${names.join(', ')}`)),
  ].filter(Boolean);
  return lines.length === 0 ? 'The workflow uses no app-nodes.' : lines.join('\n');
};

import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';
import { freshnessSchema } from '../install/freshness.ts';
import { columns } from '../output/columns.ts';
import { count } from '../output/count.ts';

export const outdated = command({
  brief: 'Compare installed nodes with the newest versions in the registry',
  description:
    'Ends with 1 if a node has a newer version, or if what is installed is deprecated or no longer offered.',
  data: (schemas) =>
    schemas.Type.Object({
      folder: schemas.Type.String(),
      nodes: schemas.Type.Array(freshnessSchema(schemas)),
    }),
  parameters: { flags: intoFlag },
  async run(call: Call, { into }: IntoFlag) {
    const { compareVersions } = await import('../install/compare-versions.ts');
    return compareVersions(call, into);
  },
  text: ({ nodes }, ink) =>
    [
      columns([
        ['Node', 'Installed', 'Wanted', 'Latest', ''].map((head) => ink.dim(head)),
        ...nodes.map(({ node, installed, wanted = '–', latest = '–', status, message }) => [
          node,
          installed,
          wanted,
          latest,
          status === 'current' ? ink.green(status) : ink.yellow([status, message].filter(Boolean).join(': ')),
        ]),
      ]),
      ...reasonOf(nodes.filter(({ status }) => status !== 'current').length, nodes.length),
    ].join('\n'),
  isOk: ({ nodes }) => nodes.every(({ status }) => status === 'current'),
});

const reasonOf = (behind: number, all: number): string[] =>
  behind === 0
    ? []
    : [
        `The exit code is 1 because ${behind} of ${count(all, 'node')} ${behind === 1 ? 'is' : 'are'} not current.`,
      ];

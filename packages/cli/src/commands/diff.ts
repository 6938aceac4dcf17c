import { resolve } from 'node:path';
import type { Change } from '@patchbay/contract/compare';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import type { Ink } from '../output/ink.ts';

export const diff = command({
  brief: 'Compare two versions of a node',
  description:
    'A version is a number, `latest`, or a folder such as `.`, which is compared as it would be published. A change is breaking if workflows that were saved with the former version may stop working.',
  data: ({ Type }) => {
    const Changes = Type.Array(
      Type.Object({
        what: Type.String(),
        before: Type.Optional(Type.String()),
        after: Type.Optional(Type.String()),
        effect: Type.Enum(['none', 'breaking', 'unknown']),
        why: Type.Optional(Type.String()),
      }),
    );
    return Type.Object({
      node_id: Type.String(),
      from: Type.String(),
      to: Type.String(),
      is_breaking: Type.Boolean(),
      metadata: Changes,
      requirements: Changes,
      app_nodes: Type.Array(
        Type.Object({
          app_node_name: Type.String(),
          kind: Type.Enum(['added', 'removed', 'changed']),
          changes: Changes,
        }),
      ),
    });
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: String, placeholder: 'node', brief: 'Id of the node' },
        { parse: String, placeholder: 'from', brief: 'The former version' },
        { parse: String, placeholder: 'to', brief: 'The later version', default: 'latest' },
      ],
    },
  },
  async run(call: Call, _flags: object, nodeId: string, from: string, to: string) {
    const [{ compareAppNodes, compareMetadata, compareRequirements, isBreaking }, { isFolder, readSide }] =
      await Promise.all([import('@patchbay/contract/compare'), import('../diff/read-side.ts')]);
    const read = (side: string) =>
      readSide(call, nodeId, isFolder(side) ? resolve(call.context.cwd, side) : side);
    const [before, after] = [await read(from), await read(to)];
    const appNodes = compareAppNodes(before.appNodes, after.appNodes);
    return {
      node_id: nodeId,
      from: before.name,
      to: after.name,
      is_breaking: appNodes.some(isBreaking),
      metadata: compareMetadata(before.metadata, after.metadata),
      requirements: compareRequirements(before.requirements, after.requirements),
      app_nodes: appNodes,
    };
  },
  text({ node_id, from, to, is_breaking, metadata, requirements, app_nodes }, ink) {
    const parts = [
      ...section(
        ink,
        'Metadata',
        metadata.flatMap((change) => showChange(change, ink)),
      ),
      ...section(
        ink,
        'Requirements',
        requirements.flatMap((change) => showChange(change, ink)),
      ),
      ...section(
        ink,
        'App-nodes',
        app_nodes.flatMap(({ app_node_name, kind, changes }) => [
          `  ${ink.bold(app_node_name)} ${kind === 'removed' ? ink.red('removed (breaking)') : kind}`,
          ...changes.flatMap((change) => showChange(change, ink).map((line) => `  ${line}`)),
        ]),
      ),
    ];
    const verdict = is_breaking ? ink.red('breaking') : ink.green('nothing breaking');
    const head = `${ink.bold(node_id)} ${from} → ${to}: ${parts.length === 0 ? 'no difference' : verdict}`;
    return [head, ...parts].join('\n');
  },
});

const section = (ink: Ink, title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [ink.bold(title), ...lines];

const showChange = ({ what, before, after, effect, why }: Change, ink: Ink): string[] => {
  const values =
    before === undefined ? `+ ${after}` : after === undefined ? `- ${before}` : `${before} → ${after}`;
  const marks = { none: '', breaking: ink.red(' breaking'), unknown: ink.yellow(' unknown') };
  const line = `  ${what}: ${values}${marks[effect]}`;
  return why === undefined ? [line] : [line, `    ${ink.dim(why)}`];
};

import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';
import { nodeList } from '../parameters/node-list.ts';

export const verify = command({
  brief: 'Compare the files of installed nodes with those that were installed',
  description:
    'Ends with 1 if a file was changed, is missing or was added. What Python compiles is not compared.',
  data: ({ Type }) => {
    const Paths = Type.Array(Type.String());
    return Type.Object({
      folder: Type.String(),
      nodes: Type.Array(
        Type.Object({
          node: Type.String(),
          version: Type.String(),
          changed: Paths,
          missing: Paths,
          added: Paths,
        }),
      ),
    });
  },
  parameters: {
    flags: intoFlag,
    positional: nodeList('node', 'Id of an installed node; all if none is named'),
  },
  async run(call: Call, { into }: IntoFlag, ...named: string[]) {
    const { verifyNodes } = await import('../install/verify-nodes.ts');
    return verifyNodes(call.context.cwd, into, named);
  },
  text: ({ nodes }, ink) =>
    nodes
      .flatMap(({ node, version, changed, missing, added }) => {
        const lines = [
          ...changed.map((path) => `  ${ink.red('changed')} ${path}`),
          ...missing.map((path) => `  ${ink.red('missing')} ${path}`),
          ...added.map((path) => `  ${ink.yellow('added')} ${path}`),
        ];
        return [`${lines.length === 0 ? ink.green('ok') : ink.red('changed')} ${node} ${version}`, ...lines];
      })
      .join('\n'),
  isOk: ({ nodes }) =>
    nodes.every((node) => node.changed.length + node.missing.length + node.added.length === 0),
});

import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';
import { nodeList } from '../parameters/node-list.ts';

export const remove = command({
  brief: 'Remove installed nodes with their folders',
  description: 'Removes all of the named nodes or none. Folders that patchbay did not install stay.',
  data: ({ Type }) =>
    Type.Object({
      folder: Type.String(),
      removed: Type.Array(Type.Object({ node: Type.String(), version: Type.String() })),
    }),
  parameters: {
    flags: {
      ...intoFlag,
      force: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Also remove files that have changed or were added since',
      },
    },
    positional: nodeList('node', 'Id of an installed node', 1),
  },
  async run(call: Call, flags: IntoFlag & { force: boolean }, ...named: string[]) {
    const { removeNodes } = await import('../install/remove-nodes.ts');
    return removeNodes(call.context.cwd, flags, named);
  },
  text: ({ removed }, ink) =>
    removed.map(({ node, version }) => `${ink.green('removed')} ${node} ${version}`).join('\n'),
});

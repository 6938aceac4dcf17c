import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type InstallFlags, installFlags } from '../parameters/folder-flags.ts';
import { installEvents } from '../install/install-events.ts';
import { nodeList } from '../parameters/node-list.ts';
import { outcomeText } from '../install/outcome-text.ts';
import { commandSchema, outcomeSchema } from '../install/outcome.ts';

export const update = command({
  brief: 'Update installed nodes to their newest versions',
  description:
    'A node that was installed with a version or a range stays within it. The old version stays until the new one is in its place.',
  data: (schemas) =>
    schemas.Type.Object({
      folder: schemas.Type.String(),
      nodes: schemas.Type.Array(outcomeSchema(schemas)),
      requirements_command: commandSchema(schemas),
    }),
  events: installEvents,
  parameters: {
    flags: {
      ...installFlags,
      latest: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Go to the latest version, whatever was asked for at the install',
      },
    },
    positional: nodeList('node', 'Id of an installed node; all if none is named'),
  },
  async run(call: Call, flags: InstallFlags & { latest: boolean }, ...named: string[]) {
    const { updateNodes } = await import('../install/update-nodes.ts');
    return updateNodes(call, flags, named);
  },
  text: ({ nodes, requirements_command: command }, ink, { withDeps }) =>
    outcomeText(nodes, ink, { command, withDeps }),
  isOk: ({ nodes }) => nodes.every(({ status }) => status !== 'failed'),
});

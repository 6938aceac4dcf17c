import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type InstallFlags, installFlags } from '../parameters/folder-flags.ts';
import { installEvents } from '../install/install-events.ts';
import { nodeList } from '../parameters/node-list.ts';
import { outcomeText } from '../install/outcome-text.ts';
import { commandSchema, outcomeSchema } from '../install/outcome.ts';

export const install = command({
  brief: 'Install nodes, or without a name exactly what patchbay.lock says',
  description:
    'Each node gets a folder of its own, whole or not at all. patchbay.lock records its version, its digest and its files.',
  data: (schemas) =>
    schemas.Type.Object({
      folder: schemas.Type.String(),
      nodes: schemas.Type.Array(outcomeSchema(schemas)),
      requirements_command: commandSchema(schemas),
    }),
  events: installEvents,
  parameters: {
    flags: installFlags,
    positional: nodeList('node[@version]', 'Id of a node, and a version or a range such as ^1.2'),
  },
  async run(call: Call, flags: InstallFlags, ...references: string[]) {
    const { installFrom } = await import('../install/install-from.ts');
    return installFrom(call, flags, references);
  },
  text: ({ nodes, requirements_command: command }, ink, { withDeps }) =>
    outcomeText(nodes, ink, { command, withDeps }),
  isOk: ({ nodes }) => nodes.every(({ status }) => status !== 'failed'),
});

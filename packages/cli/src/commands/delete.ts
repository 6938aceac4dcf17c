import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { parseNodeReference } from '../node-reference.ts';
import { yesFlag } from '../parameters/flags.ts';
import { oneArgument } from '../parameters/one-argument.ts';

/** Has somebody type the name of what they lose, unless --yes was given. */
const confirmByTyping = async (call: Call, isConfirmed: boolean, name: string): Promise<void> => {
  if (isConfirmed) return;
  const typed = await call.ask('--yes', (prompts) => prompts.text(`Type ${name} to delete it`));
  if (typed !== name) {
    throw new CliError('cancelled', `"${typed}" is not "${name}". Nothing was changed.`);
  }
};

export const deleteCommand = command({
  brief: 'Delete a node, or one of its versions',
  description:
    'The id of a node and the number of a version stay taken. You can restore a node; a moderator can restore a version for 30 days.',
  data: ({ Type }) =>
    Type.Object({
      node_id: Type.String(),
      version: Type.Optional(Type.String({ description: 'Absent if the whole node is deleted' })),
      undo: Type.String({ description: 'How it can be restored' }),
    }),
  parameters: {
    flags: { yes: yesFlag },
    positional: oneArgument('node[@version]', 'What to delete'),
  },
  async run(call: Call, { yes }: { readonly yes: boolean }, reference: string) {
    const { nodeId, version } = parseNodeReference(reference);
    const { api, client } = await call.connectSignedIn();
    const { publisher } = await api.getNode(client, { nodeId });
    await confirmByTyping(call, yes, reference);
    if (version === undefined) {
      await api.deleteNode(client, { publisherId: publisher.id, nodeId });
      return { node_id: nodeId, undo: `patchbay restore ${nodeId} --publisher ${publisher.id}` };
    }
    await api.deleteVersion(client, { publisherId: publisher.id, nodeId, versionId: version });
    return { node_id: nodeId, version, undo: `patchbay restore ${reference} --reason <text>` };
  },
  text: ({ node_id: nodeId, version, undo }) =>
    version === undefined
      ? `Deleted ${nodeId}. \`${undo}\` restores it.`
      : `Deleted ${nodeId}@${version}. Its number stays taken. Only a moderator can restore it, for 30 days: ask for it with \`patchbay report ${nodeId}@${version}\`.`,
});

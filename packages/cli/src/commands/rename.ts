import { confirm } from '../ask/confirm.ts';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { yesFlag } from '../parameters/flags.ts';
import { pathSegment } from '../parameters/path-segment.ts';

export const rename = command({
  brief: 'Give a node another id; the one before it leads on to it',
  description:
    'The id before stays taken, and everything that names it goes on to work. A node can get a few ids in all.',
  data: ({ Node }) => Node,
  parameters: {
    flags: { yes: yesFlag },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: pathSegment, placeholder: 'node', brief: 'The node' },
        { parse: pathSegment, placeholder: 'id', brief: 'Its new id' },
      ],
    },
  },
  async run(call: Call, { yes }: { readonly yes: boolean }, nodeId: string, id: string) {
    const { api, client } = await call.connectSignedIn();
    const { publisher } = await api.getNode(client, { nodeId });
    await confirm(call, yes, `Rename ${nodeId} to ${id}? Both ids stay taken for ever.`);
    return api.renameNode(client, { publisherId: publisher.id, nodeId, body: { id } });
  },
  text: ({ id, former_ids: former = [] }) =>
    [
      `The node is ${id} now.${former.length === 0 ? '' : ` ${former.join(', ')} leads on to it.`}`,
      `Write the new id into pyproject.toml: name = "${id}"`,
    ].join('\n'),
});

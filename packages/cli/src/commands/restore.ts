import { choosePublisher } from '../ask/choose-publisher.ts';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { parseNodeReference } from '../node-reference.ts';
import { status } from '../output/status.ts';
import { publisherFlag } from '../parameters/flags.ts';
import { oneArgument } from '../parameters/one-argument.ts';
import { textFlag } from '../parameters/text-flag.ts';

interface Flags {
  readonly publisher?: string;
  readonly reason?: string;
}

export const restore = command({
  brief: 'Restore a deleted node; moderators also restore versions',
  data: ({ Type }) =>
    Type.Object({
      node_id: Type.String(),
      version: Type.Optional(Type.String({ description: 'Absent if the whole node is restored' })),
      status: Type.String(),
    }),
  parameters: {
    flags: {
      publisher: publisherFlag,
      reason: textFlag('Why, for the log; required for a version'),
    },
    positional: oneArgument('node[@version]', 'What to restore'),
  },
  async run(call: Call, { publisher, reason }: Flags, reference: string) {
    const { nodeId, version } = parseNodeReference(reference);
    const signedIn = await call.connectSignedIn();
    const { api, client } = signedIn;
    if (version === undefined) {
      // A deleted node does not say whose it is.
      const publisherId = await choosePublisher(call, signedIn, publisher);
      const node = await api.updateNode(client, {
        publisherId,
        nodeId,
        body: { status: 'NodeStatusActive' },
      });
      return { node_id: node.id, status: node.status };
    }
    const status_reason = reason ?? (await call.ask('--reason', (prompts) => prompts.text('Reason')));
    const restored = await api.updateVersionStatus(client, {
      nodeId,
      version,
      body: { status: 'NodeVersionStatusActive', status_reason },
    });
    return { node_id: restored.node_id, version: restored.version, status: restored.status };
  },
  text: ({ node_id: nodeId, version, status: state }, ink) =>
    `${version === undefined ? nodeId : `${nodeId}@${version}`} is ${status(ink, state)}.`,
});

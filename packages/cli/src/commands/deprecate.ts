import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { requireVersion } from '../node-reference.ts';
import { oneArgument } from '../parameters/one-argument.ts';
import { textFlag } from '../parameters/text-flag.ts';

interface Flags {
  readonly undo: boolean;
  readonly message?: string;
}

/** Undefined without a terminal: then the version keeps the reason that it has. */
const askReason = async (call: Call): Promise<string | undefined> =>
  call.isInteractive
    ? call.ask('--message', (prompts) => prompts.text('Why, and what to use instead? Enter for no message'))
    : undefined;

export const deprecate = command({
  brief: 'Deprecate a version, so that others are preferred to it',
  data: ({ NodeVersion }) => NodeVersion,
  parameters: {
    flags: {
      message: textFlag('Why, and what to use instead; people who install it read it'),
      undo: {
        kind: 'boolean',
        brief: 'Take the deprecation back',
        default: false,
        withNegated: false,
      },
    },
    positional: oneArgument('node@version', 'The version'),
  },
  async run(call: Call, { undo, message }: Flags, reference: string) {
    const { nodeId, version } = requireVersion(reference);
    if (undo && message !== undefined)
      throw new CliError('usage', '--undo takes the message back, too. Leave out --message.');
    const { api, client } = await call.connectSignedIn();
    const reason = undo ? undefined : (message ?? (await askReason(call)));
    const { publisher } = await api.getNode(client, { nodeId });
    return api.updateVersion(client, {
      publisherId: publisher.id,
      nodeId,
      versionId: version,
      body: { deprecated: !undo, ...(reason !== undefined && { deprecation_message: reason || null }) },
    });
  },
  text: ({ node_id: nodeId, version, deprecated, deprecation_message: reason }) =>
    deprecated
      ? `${reason ? `People who install it see: ${reason}\n` : ''}${nodeId}@${version} is deprecated. \`patchbay deprecate ${nodeId}@${version} --undo\` takes it back.`
      : `${nodeId}@${version} is not deprecated.`,
});

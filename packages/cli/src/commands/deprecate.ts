import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { requireVersion } from '../node-reference.ts';
import { oneArgument } from '../parameters/one-argument.ts';

export const deprecate = command({
  brief: 'Deprecate a version, so that others are preferred to it',
  data: ({ NodeVersion }) => NodeVersion,
  parameters: {
    flags: {
      undo: {
        kind: 'boolean',
        brief: 'Take the deprecation back',
        default: false,
        withNegated: false,
      },
    },
    positional: oneArgument('node@version', 'The version'),
  },
  async run(call: Call, { undo }: { readonly undo: boolean }, reference: string) {
    const { nodeId, version } = requireVersion(reference);
    const { api, client } = await call.connectSignedIn();
    const { publisher } = await api.getNode(client, { nodeId });
    return api.updateVersion(client, {
      publisherId: publisher.id,
      nodeId,
      versionId: version,
      body: { deprecated: !undo },
    });
  },
  text: ({ node_id: nodeId, version, deprecated }) =>
    deprecated
      ? `${nodeId}@${version} is deprecated. \`patchbay deprecate ${nodeId}@${version} --undo\` takes it back.`
      : `${nodeId}@${version} is not deprecated.`,
});

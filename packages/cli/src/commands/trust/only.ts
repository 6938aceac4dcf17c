import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { yesFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { switchFlag } from '../../parameters/switch-flag.ts';

interface Flags {
  readonly off: boolean;
  readonly yes: boolean;
}

export const onlyTrusted = command({
  brief: 'Let only trusted CI jobs publish a node, and no stored token',
  data: ({ Type }) =>
    Type.Object({
      node_id: Type.String(),
      trusted_only: Type.Boolean(),
      is_covered: Type.Boolean({ description: 'Whether a rule lets a CI publish it' }),
    }),
  parameters: {
    flags: { off: switchFlag('Let stored tokens publish it again'), yes: yesFlag },
    positional: oneArgument('node', 'The node'),
  },
  async run(call: Call, { off, yes }: Flags, nodeId: string) {
    const { api, client } = await call.connectSignedIn();
    const { publisher } = await api.getNode(client, { nodeId });
    await confirm(
      call,
      yes,
      off
        ? `Let everybody with a token publish ${nodeId}?`
        : `Let no token publish ${nodeId}, but trusted CI jobs alone?`,
    );
    const { trusted_only } = await api.updateNodePublishing(client, {
      publisherId: publisher.id,
      nodeId,
      body: { trusted_only: !off },
    });
    const rules = api.itemsOf(api.listTrustedPublishers, client, { publisherId: publisher.id, limit: 100 });
    let is_covered = false;
    for await (const { node_id = nodeId } of rules) is_covered ||= node_id === nodeId;
    return { node_id: nodeId, trusted_only, is_covered };
  },
  text({ node_id, trusted_only, is_covered }) {
    if (!trusted_only) return `Tokens can publish ${node_id} again.`;
    const next = is_covered
      ? 'Run `patchbay publish` in the CI for the next version.'
      : 'No rule lets a CI do that yet: `patchbay trust add <owner>/<repository> --workflow <file>` makes one.';
    return `Only trusted CI jobs can publish ${node_id} now.\n${next}`;
  },
});

import type { Report } from '@patchbay/client';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { parseNodeReference } from '../node-reference.ts';
import { oneArgument } from '../parameters/one-argument.ts';
import { textFlag } from '../parameters/text-flag.ts';

type Reason = Report['reason'];

interface Flags {
  readonly reason?: Reason;
  readonly text?: string;
}

const labels: Readonly<Record<Reason, string>> = {
  malicious: 'It does harm',
  broken: 'It does not work',
  copied: 'It is the work of others',
  misleading: 'It is not what it says',
  other: 'Something else',
};
const reasons = Object.keys(labels) as Reason[];

export const report = command({
  brief: 'Tell the moderators what is wrong with a node or a version',
  description:
    'The publisher does not see who reports. While a report of yours about the node is open, a second one replaces it.',
  data: ({ Report }) => Report,
  parameters: {
    flags: {
      reason: {
        kind: 'enum',
        values: reasons,
        optional: true,
        brief: 'What is wrong, in a word',
      },
      text: textFlag('What is wrong, and how others can see it: the file, the line, the steps'),
    },
    positional: oneArgument('node[@version]', 'What it is about'),
  },
  async run(call: Call, flags: Flags, reference: string) {
    const { nodeId, version } = parseNodeReference(reference);
    const { api, client } = await call.connectSignedIn();
    const reason =
      flags.reason ??
      (await call.ask('--reason', (prompts) =>
        prompts.select<Reason>(
          'What is wrong?',
          reasons.map((value) => ({ value, label: labels[value] })),
        ),
      ));
    const text =
      flags.text ??
      (await call.ask('--text', (prompts) => prompts.text('What did you see, and how can others see it?')));
    return api.reportNode(client, {
      nodeId,
      body: { reason, text, ...(version !== undefined && { version }) },
    });
  },
  text: ({ node_id: nodeId, version }) =>
    `The moderators get your report of ${version === undefined ? nodeId : `${nodeId}@${version}`}. \`patchbay reports\` shows their answer.`,
});

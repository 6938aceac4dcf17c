import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherText } from '../../output/publisher-text.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { textFlag } from '../../parameters/text-flag.ts';

interface Flags {
  readonly name?: string;
  readonly description?: string;
  readonly website?: string;
  readonly support?: string;
  readonly sourceCodeRepo?: string;
  readonly logo?: string;
}

export const createPublisher = command({
  brief: 'Create a publisher, of which you are the owner',
  data: ({ Publisher }) => Publisher,
  parameters: {
    flags: {
      name: textFlag('What people call it'),
      description: textFlag('What it publishes'),
      website: textFlag('Its website', 'url'),
      support: textFlag('Where to ask for help', 'address'),
      sourceCodeRepo: textFlag('Where its sources are', 'url'),
      logo: textFlag('Its logo', 'url'),
    },
    positional: oneArgument('id', 'Lower-case letters, digits and hyphens; it stays'),
  },
  async run(call: Call, { sourceCodeRepo, ...profile }: Flags, id: string) {
    const { api, client } = await call.connectSignedIn();
    return api.createPublisher(client, { body: { id, ...profile, source_code_repo: sourceCodeRepo } });
  },
  text: (publisher, ink) =>
    `${ink.green('Created.')}\n${publisherText(publisher, ink)}\nRun \`patchbay init\` in the folder of a node next.`,
});

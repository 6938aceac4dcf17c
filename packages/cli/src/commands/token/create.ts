import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { fields } from '../../output/fields.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { textFlag } from '../../parameters/text-flag.ts';

const actions = ['publish', 'edit', 'delete'] as const;

interface Flags {
  readonly publisher?: string;
  readonly name?: string;
  readonly description?: string;
  readonly action?: readonly (typeof actions)[number][];
  readonly node?: readonly string[];
  readonly expires?: number | 'never';
}

export const createToken = command({
  brief: 'Create a personal access token, which is shown once',
  description: 'For programs such as CI. It acts for one publisher and ends with your ownership.',
  data: ({ PersonalAccessToken }) => PersonalAccessToken,
  parameters: {
    flags: {
      publisher: publisherFlag,
      name: textFlag('What it is for, such as "ci"'),
      description: textFlag('More about it'),
      action: {
        kind: 'enum',
        values: actions,
        variadic: ',',
        optional: true,
        brief: 'What it may do, by default publish',
      },
      node: {
        kind: 'parsed',
        parse: String,
        variadic: ',',
        optional: true,
        placeholder: 'id',
        brief: 'The nodes it is limited to, by default all',
      },
      expires: {
        kind: 'parsed',
        parse: (text: string): number | 'never' => {
          if (text === 'never') return text;
          if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
          throw new RangeError('must be a whole number of days, at most 366, or never');
        },
        optional: true,
        placeholder: 'days',
        brief: 'After how many days it expires, or never; by default 90',
      },
    },
  },
  async run(call: Call, { publisher, name, description, action, node, expires }: Flags) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    return signedIn.api.createToken(signedIn.client, {
      publisherId,
      body: {
        name: name ?? (await call.ask('--name', (prompts) => prompts.text('What is the token for?'))),
        description,
        actions: action?.length ? action : undefined,
        nodes: node?.length ? node : undefined,
        expiresAt: expires === undefined ? undefined : expiryOf(expires, call.context.now()),
      },
    });
  },
  text: (token, ink) =>
    [
      fields(ink, {
        Name: token.name,
        Id: token.id,
        'May do': token.actions?.join(', '),
        Nodes: token.nodes?.join(', ') ?? 'all',
        Expires: token.expiresAt ?? 'never',
      }),
      ink.yellow('This is the only time it is shown:'),
      token.token,
    ].join('\n'),
});

const expiryOf = (expires: number | 'never', now: Date): string =>
  expires === 'never' ? expires : new Date(now.getTime() + expires * 86_400_000).toISOString();

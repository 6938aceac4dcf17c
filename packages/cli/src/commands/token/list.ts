import type { PersonalAccessToken } from '@patchbay/client';
import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import type { Ink } from '../../output/ink.ts';
import { publisherFlag } from '../../parameters/flags.ts';

/** The cells of a token in a table. */
const tokenRow = (token: PersonalAccessToken, ink: Ink): readonly string[] => [
  token.id,
  ink.bold(token.name),
  token.token,
  (token.actions ?? []).join(', '),
  token.nodes?.join(', ') ?? 'all nodes',
  `by ${token.maker.name}`,
  token.expiresAt === undefined ? ink.yellow('never expires') : `expires ${token.expiresAt}`,
  token.lastUsedAt === undefined ? 'never used' : `used ${token.lastUsedAt}`,
];

export const listTokens = command({
  brief: 'List the personal access tokens of a publisher, masked',
  data: ({ Type, PersonalAccessToken }) => Type.Object({ tokens: Type.Array(PersonalAccessToken) }),
  parameters: { flags: { publisher: publisherFlag } },
  async run(call: Call, { publisher }: { readonly publisher?: string }) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    return { tokens: await signedIn.api.listTokens(signedIn.client, { publisherId }) };
  },
  text: ({ tokens }, ink) =>
    tokens.length === 0
      ? 'There is no token. `patchbay token create` creates one.'
      : columns(tokens.map((token) => tokenRow(token, ink))),
});

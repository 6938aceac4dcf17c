import { choosePublisher } from '../../ask/choose-publisher.ts';
import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherFlag, yesFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

interface Flags {
  readonly publisher?: string;
  readonly yes: boolean;
}

export const revokeToken = command({
  brief: 'Revoke a personal access token at once',
  data: ({ Type }) => Type.Object({ id: Type.String(), publisher_id: Type.String() }),
  parameters: {
    flags: { publisher: publisherFlag, yes: yesFlag },
    positional: oneArgument('id', 'Id of the token, as `patchbay token list` shows it'),
  },
  async run(call: Call, { publisher, yes }: Flags, tokenId: string) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    await confirm(call, yes, `Revoke ${tokenId}? This cannot be undone.`);
    await signedIn.api.revokeToken(signedIn.client, { publisherId, tokenId });
    return { id: tokenId, publisher_id: publisherId };
  },
  text: ({ id }) => `Revoked ${id}.`,
});

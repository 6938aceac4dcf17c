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

export const removeTrusted = command({
  brief: 'Let a CI publish no longer, and revoke what it got',
  data: ({ Type }) => Type.Object({ id: Type.String(), publisher_id: Type.String() }),
  parameters: {
    flags: { publisher: publisherFlag, yes: yesFlag },
    positional: oneArgument('id', 'Id of the rule, as `patchbay trust list` shows it'),
  },
  async run(call: Call, { publisher, yes }: Flags, trustedPublisherId: string) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    await confirm(call, yes, `Delete the rule ${trustedPublisherId}? Its CI can publish no longer.`);
    await signedIn.api.deleteTrustedPublisher(signedIn.client, { publisherId, trustedPublisherId });
    return { id: trustedPublisherId, publisher_id: publisherId };
  },
  text: ({ id }) => `Deleted ${id}.`,
});

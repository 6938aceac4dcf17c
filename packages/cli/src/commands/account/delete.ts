import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { removeCredential } from '../../credentials/credentials.ts';
import { yesFlag } from '../../parameters/flags.ts';

export const deleteAccount = command({
  brief: 'Delete your account for good',
  description:
    'Its sessions, tokens and memberships end, and your name and address are removed. Publishers of which you are the last owner need another one first.',
  data: ({ Type }) => Type.Object({ id: Type.String(), email: Type.String() }),
  parameters: { flags: { yes: yesFlag } },
  async run(call: Call, { yes }: { readonly yes: boolean }) {
    const { api, client, registry } = await call.connectSignedIn();
    const { id, email } = await api.getMe(client);
    await confirm(call, yes, `Delete the account ${email} for good?`);
    await api.deleteAccount(client);
    await removeCredential(call.context, registry);
    return { id, email };
  },
  text: ({ email }) => `The account ${email} is deleted.`,
});

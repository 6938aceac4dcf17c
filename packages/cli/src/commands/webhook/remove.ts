import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { yesFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

export const removeWebhook = command({
  brief: 'Delete a webhook with its deliveries',
  data: ({ Type }) => Type.Object({ id: Type.String() }),
  parameters: {
    flags: { yes: yesFlag },
    positional: oneArgument('id', 'Id of the webhook, as `patchbay webhook list` shows it'),
  },
  async run(call: Call, { yes }: { readonly yes: boolean }, webhookId: string) {
    const { api, client } = await call.connectSignedIn();
    await confirm(call, yes, `Delete the webhook ${webhookId}? This cannot be undone.`);
    await api.deleteWebhook(client, { webhookId });
    return { id: webhookId };
  },
  text: ({ id }) => `Deleted ${id}.`,
});

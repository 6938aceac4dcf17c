import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { fields } from '../../output/fields.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

export const rotateWebhook = command({
  brief: 'Give a webhook a new secret, which is shown once',
  description: 'Deliveries are signed with both secrets for a day, so that no receiver misses one.',
  data: ({ Webhook }) => Webhook,
  parameters: { positional: oneArgument('id', 'Id of the webhook, as `patchbay webhook list` shows it') },
  async run(call: Call, _flags: object, webhookId: string) {
    const { api, client } = await call.connectSignedIn();
    return api.rotateWebhookSecret(client, { webhookId });
  },
  text: (webhook, ink) =>
    [
      fields(ink, { Id: webhook.id, 'Old secret good until': webhook.previous_secret_until }),
      ink.yellow('This is the only time the new secret is shown:'),
      webhook.secret ?? '',
    ].join('\n'),
});

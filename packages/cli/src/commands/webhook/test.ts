import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { deliveryFields } from '../../output/delivery-fields.ts';

export const testWebhook = command({
  brief: 'Send a test event to a webhook and show what it answered',
  description: 'Ends with 1 if the receiver did not answer with 2xx.',
  data: ({ WebhookDelivery }) => WebhookDelivery,
  parameters: { positional: oneArgument('id', 'Id of the webhook, as `patchbay webhook list` shows it') },
  async run(call: Call, _flags: object, webhookId: string) {
    const { api, client } = await call.connectSignedIn();
    return api.testWebhook(client, { webhookId });
  },
  isOk: ({ status }) => status === 'delivered',
  text: (delivery, ink) => deliveryFields(delivery, ink),
});

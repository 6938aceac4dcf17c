import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { pathSegment } from '../../parameters/path-segment.ts';
import { deliveryFields } from '../../output/delivery-fields.ts';

export const replayWebhook = command({
  brief: 'Deliver an event of a webhook again',
  data: ({ WebhookDelivery }) => WebhookDelivery,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: pathSegment, placeholder: 'id', brief: 'Id of the webhook' },
        {
          parse: pathSegment,
          placeholder: 'delivery',
          brief: 'Id of the delivery, as `patchbay webhook deliveries` shows it',
        },
      ],
    },
  },
  async run(call: Call, _flags: object, webhookId: string, deliveryId: string) {
    const { api, client } = await call.connectSignedIn();
    return api.replayWebhookDelivery(client, { webhookId, deliveryId });
  },
  text: (delivery, ink) => deliveryFields(delivery, ink),
});

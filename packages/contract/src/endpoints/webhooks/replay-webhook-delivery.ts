import { endpoint } from '../../endpoint.ts';
import { WebhookDelivery } from '../../resources/webhook.ts';

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  tag: 'webhooks',
  summary: 'Deliver an event again, with all its attempts',
  auth: 'bearer',
  reply: { status: 200, description: 'The delivery, which is due', body: WebhookDelivery },
  errors: ['forbidden', 'publisher_banned', 'not_found', 'illegal_transition'],
});

import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { WebhookDelivery } from '../../resources/webhook.ts';

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  tag: 'webhooks',
  summary: 'Send a test event now, once, and say what the receiver answered',
  auth: 'bearer',
  reply: { status: 200, description: 'The delivery, whether it failed or not', body: WebhookDelivery },
  errors: ['forbidden', 'publisher_banned', 'not_found'],
  rateCosts: { ...writing, 'webhook-tests': 1 },
});

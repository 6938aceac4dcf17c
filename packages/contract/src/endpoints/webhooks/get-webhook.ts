import { endpoint } from '../../endpoint.ts';
import { Webhook } from '../../resources/webhook.ts';

export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Get a webhook',
  auth: 'bearer',
  reply: { status: 200, description: 'The webhook', body: Webhook },
  errors: ['forbidden', 'not_found'],
});

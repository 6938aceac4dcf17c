import { endpoint } from '../../endpoint.ts';
import { RegistryWebhookRequest, Webhook } from '../../resources/webhook.ts';

export const createRegistryWebhook = endpoint({
  method: 'POST',
  path: '/admin/webhooks',
  tag: 'webhooks',
  summary: 'Make a webhook for events of the whole registry; its secret is shown this once',
  auth: 'bearer',
  recentSignIn: true,
  body: RegistryWebhookRequest,
  reply: { status: 201, description: 'The webhook with its secret', body: Webhook },
  errors: ['forbidden'],
});

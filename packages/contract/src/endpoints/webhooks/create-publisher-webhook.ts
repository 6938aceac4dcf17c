import { endpoint } from '../../endpoint.ts';
import { PublisherWebhookRequest, Webhook } from '../../resources/webhook.ts';

export const createPublisherWebhook = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/webhooks',
  tag: 'webhooks',
  summary: 'Make a webhook for events of a publisher; its secret is shown this once',
  auth: 'bearer',
  recentSignIn: true,
  body: PublisherWebhookRequest,
  reply: { status: 201, description: 'The webhook with its secret', body: Webhook },
  errors: ['forbidden', 'publisher_banned', 'publisher_not_found'],
});

import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Webhook } from '../../resources/webhook.ts';

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/secret',
  tag: 'webhooks',
  summary: `Give a webhook a new secret; deliveries are signed with both for ${limits.webhookOverlapHours} hours`,
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 201, description: 'The webhook with its new secret', body: Webhook },
  errors: ['forbidden', 'publisher_banned', 'not_found'],
});

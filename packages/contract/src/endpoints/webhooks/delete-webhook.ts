import { endpoint } from '../../endpoint.ts';

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Delete a webhook with its deliveries',
  auth: 'bearer',
  reply: { status: 204, description: 'The webhook is deleted' },
  errors: ['forbidden', 'not_found'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Text } from '../../text.ts';

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Delete a webhook with its deliveries',
  auth: 'bearer',
  query: Type.Object({
    reason: Type.Optional(Text(limits.descriptionCharsMax, 'Why; a moderator who is no owner must say it')),
  }),
  reply: { status: 204, description: 'The webhook is deleted' },
  errors: ['forbidden', 'not_found'],
});

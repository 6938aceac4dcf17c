import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Reason } from '../../resources/reason.ts';

export const banPublisher = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/ban',
  tag: 'moderation',
  summary: 'Ban a publisher, with a reason; one that is banned stays so',
  auth: 'bearer',
  body: Type.Object({ reason: Reason }),
  reply: { status: 204, description: 'The publisher is banned' },
  errors: ['forbidden', 'publisher_not_found'],
});

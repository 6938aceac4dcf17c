import { endpoint } from '../../endpoint.ts';

export const banPublisher = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/ban',
  tag: 'moderation',
  summary: 'Ban a publisher; one that is banned stays so',
  auth: 'bearer',
  reply: { status: 204, description: 'The publisher is banned' },
  errors: ['forbidden', 'publisher_not_found'],
});

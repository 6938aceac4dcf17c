import { endpoint } from '../../endpoint.ts';
import { Usage } from '../../resources/quota.ts';

export const getPublisherUsage = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/usage',
  tag: 'publishers',
  summary: 'How much of its quotas a publisher uses',
  auth: 'bearer',
  reply: { status: 200, description: 'Each quota with its use', body: Usage('publisher') },
  errors: ['forbidden', 'publisher_not_found'],
});

import { endpoint } from '../../endpoint.ts';
import { Publisher } from '../../resources/publisher.ts';

export const getPublisher = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}',
  tag: 'publishers',
  summary: 'Retrieve a publisher and its members',
  auth: 'optional',
  reply: { status: 200, description: 'The publisher', body: Publisher },
  errors: ['publisher_not_found'],
});

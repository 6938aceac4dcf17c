import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Publisher } from '../../resources/publisher.ts';

const PublisherWithTotals = Type.Object({
  ...Publisher.properties,
  totals: Type.Object(
    { nodes: Type.Integer(), downloads: Type.Integer() },
    { description: 'Of its nodes that are listed' },
  ),
});

export const getPublisher = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}',
  tag: 'publishers',
  summary: 'Retrieve a publisher, its members and its totals',
  auth: 'optional',
  reply: { status: 200, description: 'The publisher', body: PublisherWithTotals },
  errors: ['publisher_not_found'],
});

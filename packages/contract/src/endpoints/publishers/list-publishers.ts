import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Publisher } from '../../resources/publisher.ts';
import { barePage } from '../paging.ts';

export const listPublishers = endpoint({
  method: 'GET',
  path: '/publishers',
  tag: 'publishers',
  summary: 'List all publishers, the newest first',
  auth: 'public',
  query: Type.Object(barePage),
  reply: { status: 200, description: 'The publishers', body: Type.Array(Publisher) },
  errors: [],
});

import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Publisher } from '../resources/publisher.ts';

export const listPublishers = endpoint({
  method: 'GET',
  path: '/publishers',
  tag: 'publishers',
  summary: 'List all publishers by id',
  auth: 'public',
  reply: { status: 200, description: 'The publishers', body: Type.Array(Publisher) },
  errors: [],
});

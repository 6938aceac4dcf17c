import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Publisher } from '../../resources/publisher.ts';
import { barePage } from '../paging.ts';

export const listMyPublishers = endpoint({
  method: 'GET',
  path: '/users/publishers/',
  tag: 'publishers',
  summary: "List the caller's publishers",
  auth: 'bearer',
  query: Type.Object(barePage),
  reply: { status: 200, description: 'The publishers, with their members', body: Type.Array(Publisher) },
  errors: ['forbidden'],
});

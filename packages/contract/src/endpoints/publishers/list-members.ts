import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { PublisherMember } from '../../resources/publisher.ts';
import { barePage } from '../paging.ts';

export const listMembers = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/members',
  tag: 'publishers',
  summary: 'List the members of a publisher',
  auth: 'bearer',
  query: Type.Object(barePage),
  reply: { status: 200, description: 'The members', body: Type.Array(PublisherMember) },
  errors: ['forbidden', 'publisher_not_found'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { TrustedPublisher } from '../../resources/trusted-publisher.ts';
import { page, paged } from '../paging.ts';

export const listTrustedPublishers = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/trusted-publishers',
  tag: 'publishers',
  summary: 'List the rules by which CI jobs may publish',
  auth: 'bearer',
  query: Type.Object(page(limits.pageSizeMax)),
  reply: {
    status: 200,
    description: 'The rules',
    body: paged('trusted_publishers', TrustedPublisher),
  },
  errors: ['forbidden', 'publisher_not_found'],
});

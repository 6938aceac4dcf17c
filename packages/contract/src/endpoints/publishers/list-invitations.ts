import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Invitation } from '../../resources/invitation.ts';
import { page, paged } from '../paging.ts';

export const listInvitations = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/invitations',
  tag: 'publishers',
  summary: 'List the open invitations of a publisher',
  auth: 'bearer',
  query: Type.Object(page(limits.pageSizeMax)),
  reply: {
    status: 200,
    description: 'The invitations, newest first',
    body: paged('invitations', Invitation),
  },
  errors: ['forbidden', 'publisher_not_found'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Invitation } from '../../resources/invitation.ts';
import { page, paged } from '../paging.ts';

export const listMyInvitations = endpoint({
  method: 'GET',
  path: '/users/invitations',
  tag: 'accounts',
  summary: 'List the open invitations to the address of the caller',
  auth: 'bearer',
  query: Type.Object(page(limits.pageSizeMax)),
  reply: {
    status: 200,
    description: 'The invitations, newest first',
    body: paged('invitations', Invitation),
  },
  errors: ['forbidden', 'email_unverified'],
});

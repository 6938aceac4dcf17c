import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ManagedUser } from '../../resources/user.ts';
import { page, paged } from '../paging.ts';

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  tag: 'moderation',
  summary: 'List the users, newest first',
  auth: 'bearer',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    email: Type.Optional(Type.String({ description: 'Only the user with this address' })),
  }),
  reply: { status: 200, description: 'The users', body: paged('users', ManagedUser) },
  errors: ['forbidden'],
});

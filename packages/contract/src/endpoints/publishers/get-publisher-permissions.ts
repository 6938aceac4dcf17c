import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const getPublisherPermissions = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/permissions',
  tag: 'publishers',
  summary: 'Whether the caller may edit the publisher',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'What the caller may do',
    body: Type.Object({ canEdit: Type.Boolean() }),
  },
  errors: ['publisher_not_found'],
});

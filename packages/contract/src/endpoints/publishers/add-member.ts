import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { PublisherMember } from '../../resources/publisher.ts';
import { memberRoles } from '../../statuses.ts';

export const addMember = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/members',
  tag: 'publishers',
  summary: 'Make a user a member, or give a member another role',
  auth: 'bearer',
  // The answer tells whether an address has an account.
  rateCosts: { ...writing, 'new-members': 1, 'new-members-by-address': 1 },
  isRepeatable: true,
  body: Type.Object({
    email: Type.String({ description: 'The address the user signed up with' }),
    role: Type.Enum([...memberRoles]),
  }),
  reply: { status: 201, description: 'The member', body: PublisherMember },
  errors: ['forbidden', 'publisher_banned', 'not_found', 'publisher_not_found', 'illegal_transition'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { writing } from '../../rates.ts';
import { Email } from '../../resources/account.ts';
import { Invitation } from '../../resources/invitation.ts';
import { memberRoles } from '../../statuses.ts';

export const inviteMember = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/members',
  tag: 'publishers',
  summary: `Invite somebody to become a member; who is invited accepts within ${limits.invitationDays} days`,
  auth: 'bearer',
  recentSignIn: true,
  // It sends mail to an address that the caller names.
  rateCosts: { ...writing, 'new-members': 1, 'new-members-by-address': 1 },
  isRepeatable: true,
  body: Type.Object({
    email: { ...Email, description: 'Where the invitation is sent, whether or not it has an account here' },
    role: Type.Enum([...memberRoles]),
  }),
  reply: {
    status: 201,
    description: 'The invitation; if one for this address was open, it has the new role and a new end',
    body: Invitation,
  },
  errors: ['forbidden', 'publisher_banned', 'publisher_not_found', 'illegal_transition'],
});

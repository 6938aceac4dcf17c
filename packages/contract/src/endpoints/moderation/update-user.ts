import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { proposed } from '../../resources/proposal.ts';
import { Reason } from '../../resources/reason.ts';
import { ManagedUser } from '../../resources/user.ts';
import { Text } from '../../text.ts';

export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/{userId}',
  tag: 'moderation',
  summary: 'Ban a user, lift the ban, or promote a moderator',
  auth: 'bearer',
  recentSignIn: true,
  body: Type.Object(
    {
      banned: Type.Optional(Type.Boolean({ description: 'A banned user is signed out and cannot sign in' })),
      banReason: Type.Optional(
        Text(limits.descriptionCharsMax, 'Why the user is banned, in place of `reason`'),
      ),
      reason: Type.Optional(Reason),
      isAdmin: Type.Optional(Type.Boolean()),
    },
    { description: 'A change needs a reason' },
  ),
  reply: { status: 200, description: 'The user', body: ManagedUser },
  otherReplies: { 202: proposed },
  errors: ['forbidden', 'not_found', 'illegal_transition'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { PublisherMember } from '../../resources/publisher.ts';
import { memberRoles } from '../../statuses.ts';

export const updateMember = endpoint({
  method: 'PUT',
  path: '/publishers/{publisherId}/members/{memberId}',
  tag: 'publishers',
  summary: 'Give a member another role; the last owner stays one',
  auth: 'bearer',
  recentSignIn: true,
  body: Type.Object({ role: Type.Enum([...memberRoles]) }),
  reply: { status: 200, description: 'The member', body: PublisherMember },
  errors: ['forbidden', 'publisher_banned', 'not_found', 'publisher_not_found', 'illegal_transition'],
});

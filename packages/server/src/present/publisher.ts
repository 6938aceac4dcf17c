import type { Publisher, PublisherMember } from '@patchbay/contract';
import type { MemberRecord } from '../store/rows/members.ts';
import type { PublisherRecord } from '../store/rows/publishers.ts';

export const presentPublisher = ({ id, profile, status, createdAt }: PublisherRecord): Publisher => ({
  id,
  ...profile,
  createdAt,
  status,
});

export const presentMember = (
  { id, role, user }: MemberRecord,
  { withEmail }: { withEmail: boolean },
): PublisherMember => ({
  id,
  role,
  user: { id: user.id, name: user.name, ...(withEmail ? { email: user.email } : {}) },
});

export const presentPublisherWithMembers = (
  publisher: PublisherRecord,
  members: readonly MemberRecord[],
  view: { withEmail: boolean },
): Publisher => ({
  ...presentPublisher(publisher),
  members: members.map((member) => presentMember(member, view)),
});

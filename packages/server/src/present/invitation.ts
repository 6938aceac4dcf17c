import type { Invitation } from '@patchbay/contract';
import type { InvitationRecord } from '../store/rows/invitations.ts';

export const presentInvitation = (invitation: InvitationRecord): Invitation => ({
  id: invitation.id,
  publisher_id: invitation.publisherId,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.inviter,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});

import type { OperationsOf } from '../operation.ts';
import { createPublisher } from './create-publisher.ts';
import { createToken } from './create-token.ts';
import { deletePublisher } from './delete-publisher.ts';
import { getPublisher } from './get-publisher.ts';
import { getPublisherPermissions } from './get-publisher-permissions.ts';
import { getPublisherUsage } from './get-publisher-usage.ts';
import { inviteMember } from './invite-member.ts';
import { listInvitations } from './list-invitations.ts';
import { listMembers } from './list-members.ts';
import { listMyPublishers } from './list-my-publishers.ts';
import { listPublisherChanges } from './list-publisher-changes.ts';
import { listPublishers } from './list-publishers.ts';
import { listTokens } from './list-tokens.ts';
import { removeMember } from './remove-member.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { revokeToken } from './revoke-token.ts';
import { updateMember } from './update-member.ts';
import { updatePublisher } from './update-publisher.ts';
import { validatePublisherId } from './validate-publisher-id.ts';

export const publishers: OperationsOf<'publishers'> = {
  createPublisher,
  listPublishers,
  validatePublisherId,
  getPublisher,
  updatePublisher,
  deletePublisher,
  listMyPublishers,
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  listInvitations,
  revokeInvitation,
  listTokens,
  createToken,
  revokeToken,
  getPublisherPermissions,
  getPublisherUsage,
  listPublisherChanges,
};

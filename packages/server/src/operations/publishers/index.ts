import type { OperationsOf } from '../operation.ts';
import { createPublisher } from './create-publisher.ts';
import { createToken } from './create-token.ts';
import { createTrustedPublisher } from './create-trusted-publisher.ts';
import { deletePublisher } from './delete-publisher.ts';
import { deleteTrustedPublisher } from './delete-trusted-publisher.ts';
import { dryRunIdentityToken } from './dry-run-identity-token.ts';
import { exchangeIdentityToken } from './exchange-identity-token.ts';
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
import { listTrustedPublishers } from './list-trusted-publishers.ts';
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
  listTrustedPublishers,
  createTrustedPublisher,
  deleteTrustedPublisher,
  exchangeIdentityToken,
  dryRunIdentityToken,
  getPublisherPermissions,
  getPublisherUsage,
  listPublisherChanges,
};

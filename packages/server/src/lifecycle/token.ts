import { countUse } from '../store/rows/quotas.ts';
import { markTokenRevoked, markTokensOfMakerRevoked } from '../store/rows/tokens.ts';
import type { Writer } from '../store/store.ts';
import { endInvitationsOf } from './invitation.ts';
import { endTrustedPublishers } from './trusted-publisher.ts';
import { disableWebhooksOf } from './webhook.ts';

/** Returns false when the publisher has no such token to revoke. */
export const revokeToken = async (
  tx: Writer,
  publisherId: string,
  id: string,
  reason?: string,
): Promise<boolean> => {
  if (!(await markTokenRevoked(tx, publisherId, id))) return false;
  await countUse(tx, { name: 'tokens', subjectId: publisherId, amount: -1 });
  await tx.append({
    kind: 'token.revoked',
    about: { id },
    before: { publisher: publisherId },
    ...(reason === undefined ? {} : { reason }),
  });
  return true;
};

/**
 * Revokes what tokens a user made, of one publisher or of all, and deletes the rules by which CI jobs get them, because
 * the maker's own right ends in this transaction. A right that comes back does not bring them back.
 */
export const revokeTokensOfMaker = async (
  tx: Writer,
  made: { makerId: string; publisherId?: string },
  reason: string,
): Promise<void> => {
  await endTrustedPublishers(tx, made, reason);
  for (const { id, publisherId } of await markTokensOfMakerRevoked(tx, made)) {
    await countUse(tx, { name: 'tokens', subjectId: publisherId, amount: -1 });
    await tx.append({ kind: 'token.revoked', about: { id }, before: { publisher: publisherId }, reason });
  }
};

/**
 * Revokes the tokens that a user made for a publisher, turns off the webhooks and ends the invitations, because the user
 * owns it no longer.
 */
export const endRightsOfMaker = async (
  tx: Writer,
  made: { makerId: string; publisherId: string },
  reason: string,
): Promise<void> => {
  await revokeTokensOfMaker(tx, made, reason);
  await disableWebhooksOf(tx, made, reason);
  await endInvitationsOf(tx, { inviterId: made.makerId, publisherId: made.publisherId }, reason);
};

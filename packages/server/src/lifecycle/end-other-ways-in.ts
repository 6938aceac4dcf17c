import { findIdentitiesOf } from '../store/rows/identities.ts';
import { removePasskeys } from '../store/rows/passkeys.ts';
import { removeRecoveryCodes, removeTotp } from '../store/rows/second-factors.ts';
import type { Writer } from '../store/store.ts';
import { unlinkIdentity } from './identity.ts';
import { revokeTokensOfMaker } from './token.ts';

/** Removes the second factors of an account. Returns which it had. */
export const removeFactors = async (tx: Writer, userId: string): Promise<('totp' | 'passkey')[]> => {
  const hadTotp = (await removeTotp(tx, userId)) !== undefined;
  const hadPasskey = await removePasskeys(tx, userId);
  await removeRecoveryCodes(tx, userId);
  const removed = [...(hadTotp ? ['totp' as const] : []), ...(hadPasskey ? ['passkey' as const] : [])];
  for (const factor of removed) {
    await tx.append({ kind: 'user.factor-removed', about: { id: userId }, before: { factor } });
  }
  return removed;
};

/** Leaves an account the password alone: its second factors, linked identities and the tokens that it made end. */
export const endOtherWaysIn = async (
  tx: Writer,
  userId: string,
  rules: Parameters<typeof unlinkIdentity>[2],
): Promise<void> => {
  await removeFactors(tx, userId);
  for (const identity of await findIdentitiesOf(tx.db, userId)) await unlinkIdentity(tx, identity, rules);
  await revokeTokensOfMaker(tx, { makerId: userId }, 'the address of its maker was taken back');
};

import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { findIdentitiesOf } from '../store/rows/identities.ts';
import { findPasskeys } from '../store/rows/passkeys.ts';
import { findPasswordHash } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';

/** After a way to sign in was removed: throws `illegal_transition` if the user has no other. */
export const requireWayIn = async (
  tx: Writer,
  { config, provider }: Pick<Context, 'config' | 'provider'>,
  userId: string,
): Promise<void> => {
  const identities = await findIdentitiesOf(tx.db, userId);
  if (identities.some(({ issuer }) => issuer === provider?.issuer)) return;
  if (config.SIGN_IN === 'any') {
    if ((await findPasswordHash(tx.db, userId)) !== undefined) return;
    if ((await findPasskeys(tx.db, userId)).length > 0) return;
  }
  throw new ApiError(
    'illegal_transition',
    'You could not sign in any more. Set up another way to sign in first, such as a password.',
  );
};

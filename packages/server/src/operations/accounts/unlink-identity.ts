import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { unlinkIdentity as unlink } from '../../lifecycle/identity.ts';
import { deleteApprovals } from '../../store/rows/device-codes.ts';
import { findIdentitiesOf } from '../../store/rows/identities.ts';
import { endOtherSessions } from '../../store/rows/sessions.ts';
import { findPasswordHash } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Unlinks an identity while another way to sign in remains. Whoever signed in with it elsewhere is signed out. */
export const unlinkIdentity: Operation<Endpoints['unlinkIdentity']> = async (
  context,
  { params, ...caller },
) => {
  const { config, provider } = context;
  await act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    const own = await findIdentitiesOf(tx.db, userId);
    const identity = own.find(({ id }) => id === params.identityId);
    if (identity === undefined) {
      throw new ApiError(
        'not_found',
        'You have no such identity. GET /users/identities lists yours with their ids.',
      );
    }
    const hasPassword = config.SIGN_IN === 'any' && (await findPasswordHash(tx.db, userId)) !== undefined;
    if (!hasPassword && !own.some(({ id, issuer }) => id !== identity.id && issuer === provider?.issuer)) {
      throw new ApiError(
        'illegal_transition',
        'You could not sign in any more. Set up another way to sign in first, such as a password.',
      );
    }
    await unlink(tx, identity, config);
    await endOtherSessions(tx, userId, session.id);
    await deleteApprovals(tx, userId);
  });
};

import type { Endpoints } from '@patchbay/contract';
import { requireWayIn } from '../../accounts/require-way-in.ts';
import { tellAccount } from '../../accounts/tell.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { unlinkIdentity as unlink } from '../../lifecycle/identity.ts';
import { findIdentitiesOf } from '../../store/rows/identities.ts';
import { endOtherSessions } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/** Unlinks an identity while another way to sign in remains. Whoever signed in with it elsewhere is signed out. */
export const unlinkIdentity: Operation<Endpoints['unlinkIdentity']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    const own = await findIdentitiesOf(tx.db, userId);
    const identity = own.find(({ id }) => id === params.identityId);
    if (identity === undefined) {
      throw new ApiError('not_found', 'You have no such identity.', {
        advice: 'GET /users/identities lists yours with their ids.',
      });
    }
    await unlink(tx, identity, context.config);
    await requireWayIn(tx, context, userId);
    await endOtherSessions(tx, userId, session.id);
    await tellAccount(tx, context, userId, 'identity-unlinked');
  });
};

import type { Endpoints } from '@patchbay/contract';
import { requireWayIn } from '../../accounts/require-way-in.ts';
import { tellAccount } from '../../accounts/tell-account.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { removePasskey as remove } from '../../store/rows/passkeys.ts';
import { endOtherSessions, updateSessionFacts } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/** Removes a passkey, which may have signed in elsewhere. */
export const removePasskey: Operation<Endpoints['removePasskey']> = async (
  context,
  { params: { passkeyId }, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    if (!(await remove(tx, userId, passkeyId))) {
      throw new ApiError(
        'not_found',
        'You have no passkey with this id. GET /users/passkeys lists your passkeys.',
      );
    }
    await requireWayIn(tx, context, userId);
    await endOtherSessions(tx, userId, session.id);
    if (session.factorId === passkeyId) await updateSessionFacts(tx, session, { factor_id: null });
    await tx.append({ kind: 'user.factor-removed', about: { id: userId }, before: { factor: 'passkey' } });
    await tellAccount(tx, context, userId, 'passkey-removed');
  });
};

import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { endSessionOfUser } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/** Ends one session of the caller, who may choose the one that asks. */
export const endSession: Operation<Endpoints['endSession']> = async (
  context,
  { params: { sessionId }, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { userId } = requireSession(tx.actor);
    if (!(await endSessionOfUser(tx, userId, sessionId))) {
      throw new ApiError('not_found', 'You have no session with this id, or it is over.', {
        advice: 'GET /users/sessions lists your sessions.',
      });
    }
    await tx.append({ kind: 'user.sessions-ended', about: { id: userId } });
  });
};

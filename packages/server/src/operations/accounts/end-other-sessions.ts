import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { endOtherSessions as endOthers } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

export const endOtherSessions: Operation<Endpoints['endOtherSessions']> = async (context, caller) => {
  await act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    const sessions = await endOthers(tx, userId, session.id);
    if (sessions > 0) {
      await tx.append({ kind: 'user.sessions-ended', about: { id: userId } });
    }
  });
};

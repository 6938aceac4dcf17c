import type { Endpoints } from '@patchbay/contract';
import { tellAccount } from '../../accounts/tell-account.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { noSecondFactor } from '../../errors.ts';
import { removeFactor } from '../../store/rows/second-factors.ts';
import { endOtherSessions, updateSessionFacts } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

export const removeTotp: Operation<Endpoints['removeTotp']> = async (context, caller) => {
  await act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    if (!(await removeFactor(tx, userId))) throw noSecondFactor();
    await endOtherSessions(tx, userId, session.id);
    await updateSessionFacts(tx, session, { factor_id: null });
    await tx.append({ kind: 'user.factor-removed', about: { id: userId }, before: { factor: 'totp' } });
    await tellAccount(tx, context, userId, 'factor-removed');
  });
};

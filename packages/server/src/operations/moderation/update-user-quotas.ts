import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { moderatedUser } from '../../authorization/publisher.ts';
import { withReason } from '../../authorization/reason.ts';
import { setQuotas } from '../../lifecycle/set-quotas.ts';
import { presentUsage } from '../../present/publisher.ts';
import { findQuotas } from '../../store/rows/quotas.ts';
import type { Operation } from '../operation.ts';

/** A moderator's maxima for a user. */
export const updateUserQuotas: Operation<Endpoints['updateUserQuotas']> = async (
  context,
  { params, body: { reason, ...maxima }, ...caller },
) =>
  act(context, caller, async (tx) => {
    const { id } = await moderatedUser(tx, params.userId);
    const change = await setQuotas(tx, 'account', id, maxima);
    if (change !== undefined)
      await withReason(tx, reason).append({ kind: 'user.quotas-set', about: { id }, ...change });
    return presentUsage(await findQuotas(tx.db, 'account', id));
  });

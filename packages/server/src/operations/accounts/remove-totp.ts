import type { Endpoints } from '@patchbay/contract';
import { settleRemoval } from '../../accounts/second-factor.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { noSecondFactor } from '../../errors.ts';
import { removeTotp as remove } from '../../store/rows/second-factors.ts';
import type { Operation } from '../operation.ts';

export const removeTotp: Operation<Endpoints['removeTotp']> = async (context, caller) => {
  await act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    const id = await remove(tx, userId);
    if (id === undefined) throw noSecondFactor();
    await settleRemoval(tx, { userId, session }, { id, factor: 'totp' });
  });
};

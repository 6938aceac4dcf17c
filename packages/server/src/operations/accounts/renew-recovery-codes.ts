import type { Endpoints } from '@patchbay/contract';
import { makeRecoveryCodes } from '../../accounts/second-factor.ts';
import { tellAccount } from '../../accounts/tell.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { noSecondFactor } from '../../errors.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import type { Operation } from '../operation.ts';

export const renewRecoveryCodes: Operation<Endpoints['renewRecoveryCodes']> = (context, caller) =>
  act(context, caller, async (tx) => {
    const { userId } = requireSession(tx.actor);
    if ((await findFactorId(tx.db, userId)) === undefined) throw noSecondFactor();
    await tx.append({ kind: 'user.recovery-codes-renewed', about: { id: userId } });
    await tellAccount(tx, context, userId, 'recovery-codes-renewed');
    return { recovery_codes: await makeRecoveryCodes(tx, userId) };
  });

import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { needsSecondFactor } from '../../authorization/second-factor.ts';
import { countRecoveryCodes, findTotp } from '../../store/rows/second-factors.ts';
import type { Operation } from '../operation.ts';

export const getSecondFactor: Operation<Endpoints['getSecondFactor']> = async (context, { actor }) => {
  const { read } = context.store;
  const user = requireUser(actor);
  const totp = await findTotp(read, user.userId);
  return {
    ...(totp === undefined || totp.confirmedAt === null ? {} : { totp: { confirmed_at: totp.confirmedAt } }),
    recovery_codes_left: await countRecoveryCodes(read, user.userId),
    required: await needsSecondFactor(context, user),
  };
};

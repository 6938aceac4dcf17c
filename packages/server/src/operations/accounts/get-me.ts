import type { Endpoints } from '@patchbay/contract';
import { knownUser } from '../../authorization/user.ts';
import { presentUsage } from '../../present/publisher.ts';
import { presentUser } from '../../present/account.ts';
import { findLapse } from '../../store/rows/email-domains.ts';
import { findQuotas } from '../../store/rows/quotas.ts';
import type { Operation } from '../operation.ts';

export const getMe: Operation<Endpoints['getMe']> = async ({ config, store }, { actor }) => {
  const user = await knownUser(store.read, actor);
  const emailLapsedAt = user.isEmailVerified ? undefined : await findLapse(store.read, user.id);
  return {
    ...presentUser(user),
    ...(config.EMAIL_VERIFICATION === 'required' ? { isEmailVerified: user.isEmailVerified } : {}),
    ...(emailLapsedAt === undefined ? {} : { emailLapsedAt }),
    quotas: presentUsage(await findQuotas(store.read, 'account', user.id)),
  };
};

import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { presentAccountExport } from '../../present/account-export.ts';
import type { Operation } from '../operation.ts';

/** All that is known about the caller. */
export const exportAccount: Operation<Endpoints['exportAccount']> = async (
  { store: { read }, failedSignIns, now, provider },
  { actor },
) => {
  await failedSignIns.flush();
  return presentAccountExport(read, await knownUser(read, actor), {
    now: now().toISOString(),
    issuer: provider?.issuer,
    isAddressProven: requireUser(actor).isUnverified !== true,
  });
};

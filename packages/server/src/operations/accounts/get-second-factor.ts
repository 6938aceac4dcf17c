import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { needsPasskey, needsSecondFactor } from '../../authorization/recent-sign-in.ts';
import { presentFactor } from '../../present/account.ts';
import type { Operation } from '../operation.ts';

export const getSecondFactor: Operation<Endpoints['getSecondFactor']> = async (context, { actor }) => {
  const user = requireUser(actor);
  return {
    ...(await presentFactor(context.store.read, user.userId)),
    required: await needsSecondFactor(context, user),
    ...((await needsPasskey(context, user)) ? { passkey_required: true } : {}),
  };
};

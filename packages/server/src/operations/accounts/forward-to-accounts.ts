import type { Endpoint, Reply } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import type { Operation } from '../operation.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';

/** The operation of an endpoint that the accounts library serves. */
export const forwardToAccounts =
  <E extends Endpoint>(endpoint: E): Operation<E> =>
  async ({ accounts }, { claimed, bearer, ip, body }) => {
    if (endpoint.auth === 'bearer') requireUser(claimed);
    return (await callAccounts(accounts, endpoint, { bearer, ip, body })) as Reply<E> & string;
  };

import { type Endpoints, endpoints } from '@patchbay/contract';
import { callAccounts } from '../../accounts/call-accounts.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { endOfSession } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/** The session as the accounts library has it, which does not know how long one lasts at most. */
export const getSession: Operation<Endpoints['getSession']> = async (
  { accounts },
  { claimed, bearer, ip },
) => {
  requireSession(claimed);
  const { session, user } = await callAccounts(accounts, endpoints.getSession, { bearer, ip });
  const [createdAt, expiresAt] = [new Date(session.createdAt), new Date(session.expiresAt)];
  return { session: { ...session, expiresAt: endOfSession({ createdAt, expiresAt }).toISOString() }, user };
};

import { type Reply, endpoints } from '@patchbay/contract';
import type { Accounts } from './accounts.ts';
import { callAccounts } from './call-accounts.ts';
import { sessionOfUserPath } from './external-session.ts';
import type { SessionOrigin } from './session-origin.ts';

const sessionOfUser = { ...endpoints.signIn, path: `/auth${sessionOfUserPath}` } as const;

/**
 * Begins a session of a user whom an external provider vouched for. Throws `forbidden` for a banned one, and
 * SecondFactorNeeded.
 */
export const beginSessionOf = (
  accounts: Accounts,
  userId: string,
  origin: SessionOrigin,
): Promise<Reply<typeof sessionOfUser>> =>
  callAccounts(accounts, sessionOfUser, {
    bearer: undefined,
    ...origin,
    body: { userId },
    isVouchedFor: true,
  });

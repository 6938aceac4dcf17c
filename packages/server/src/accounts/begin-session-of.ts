import { type Reply, endpoints } from '@patchbay/contract';
import type { Accounts } from './accounts.ts';
import { callAccounts } from './call-accounts.ts';
import { sessionOfUserPath } from './external-session.ts';
import type { SessionOrigin } from './session-origin.ts';

const sessionOfUser = { ...endpoints.signIn, path: `/auth${sessionOfUserPath}` } as const;

/**
 * Begins a session of a user whom an external provider vouched for, unless the password that the mark is of was replaced
 * meanwhile. Throws `forbidden` for a banned user, and SecondFactorNeeded.
 */
export const beginSessionOf = (
  accounts: Accounts,
  { userId, passwordMark }: { userId: string; passwordMark: string },
  origin: SessionOrigin,
): Promise<Reply<typeof sessionOfUser>> =>
  callAccounts(accounts, sessionOfUser, { bearer: undefined, ...origin, body: { userId }, passwordMark });

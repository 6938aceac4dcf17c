import { type Endpoints, endpoints } from '@patchbay/contract';
import { limitGuesses } from '../../accounts/limit-guesses.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';
import type { Operation } from '../operation.ts';

/** Begins a session of the account with this password. */
export const signIn: Operation<Endpoints['signIn']> = (context, { bearer, ip, body }) =>
  limitGuesses(context, { email: body.email, ip }, () =>
    callAccounts(context.accounts, endpoints.signIn, { bearer, ip, body }),
  );

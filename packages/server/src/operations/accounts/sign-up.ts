import { type Endpoints, endpoints } from '@patchbay/contract';
import type { Operation } from '../operation.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';

/** Creates an account and its first session, unless the registry is closed to strangers. */
export const signUp: Operation<Endpoints['signUp']> = ({ accounts, config }, { bearer, ip, body }) =>
  callAccounts(accounts, endpoints.signUp, {
    bearer,
    ip,
    body,
    ...(config.SIGN_UP === 'open' ? { newPassword: body.password } : {}),
  });

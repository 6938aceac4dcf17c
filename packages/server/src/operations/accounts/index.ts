import { endpoints } from '@patchbay/contract';
import type { OperationsOf } from '../operation.ts';
import { forwardToAccounts } from './forward-to-accounts.ts';
import { getMe } from './get-me.ts';
import { signUp } from './sign-up.ts';

export const accounts: OperationsOf<'accounts'> = {
  signUp,
  signIn: forwardToAccounts(endpoints.signIn),
  signOut: forwardToAccounts(endpoints.signOut),
  getSession: forwardToAccounts(endpoints.getSession),
  changePassword: forwardToAccounts(endpoints.changePassword),
  getMe,
};

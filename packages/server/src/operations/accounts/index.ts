import { endpoints } from '@patchbay/contract';
import type { OperationsOf } from '../operation.ts';
import { forwardToAccounts } from './forward-to-accounts.ts';
import { getMe } from './get-me.ts';

export const accounts: OperationsOf<'accounts'> = {
  signUp: forwardToAccounts(endpoints.signUp),
  signIn: forwardToAccounts(endpoints.signIn),
  signOut: forwardToAccounts(endpoints.signOut),
  getSession: forwardToAccounts(endpoints.getSession),
  changePassword: forwardToAccounts(endpoints.changePassword),
  getMe,
};

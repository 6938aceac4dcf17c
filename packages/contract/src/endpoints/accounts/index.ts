import { changePassword } from './change-password.ts';
import { getMe } from './get-me.ts';
import { getSession } from './get-session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

/** In the order in which the documents show them. */
export const accounts = {
  signUp,
  signIn,
  signOut,
  getSession,
  changePassword,
  getMe,
} as const;

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Account, Email, Password } from '../../resources/account.ts';
import { Name } from '../../text.ts';

export const signUp = endpoint({
  method: 'POST',
  path: '/auth/sign-up/email',
  tag: 'accounts',
  summary: 'Sign up with an e-mail address and a password',
  auth: 'public',
  takesPassword: true,
  rateCosts: { 'writes-by-address': 1, 'sign-ups': 1 },
  body: Type.Object({ name: Name(limits.nameCharsMax), email: Email, password: Password }),
  reply: {
    status: 200,
    description: 'The session token, for use as a bearer token, and the user',
    body: Type.Object({ token: Type.String(), user: Account }),
  },
  errors: ['forbidden', 'sign_in_method_off'],
});

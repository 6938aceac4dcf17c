import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Account, Email, NewPassword } from '../../resources/account.ts';
import { Name } from '../../text.ts';

export const signUp = endpoint({
  method: 'POST',
  path: '/auth/sign-up/email',
  tag: 'accounts',
  summary: 'Sign up with an e-mail address and a password',
  auth: 'public',
  isLocalSignIn: true,
  rateCosts: { 'writes-by-address': 1, 'sign-ups': 1, mails: 1 },
  body: Type.Object({ name: Name(limits.nameCharsMax), email: Email, password: NewPassword }),
  reply: {
    status: 200,
    description:
      'The session token, for use as a bearer token, and the user. Where addresses must be verified, neither: the account is made once the link in the message is followed, and the answer does not say whether there is one already',
    body: Type.Object({
      token: Type.Optional(Type.String()),
      user: Type.Optional(Account),
      verification: Type.Optional(
        Type.Enum(['sent'], { description: 'A message with a link was sent to the address' }),
      ),
    }),
  },
  errors: ['forbidden', 'sign_in_method_off'],
});

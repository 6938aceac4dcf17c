import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { LinkToken, NewPassword } from '../../resources/account.ts';

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  tag: 'accounts',
  summary: 'Set a new password with the token of the link that was sent; ends all sessions',
  auth: 'public',
  isLocalSignIn: true,
  rateCosts: { 'writes-by-address': 1, 'sign-ins-by-address': 1 },
  body: Type.Object({ token: LinkToken, newPassword: NewPassword }),
  reply: {
    status: 200,
    description: 'The password is set. Sign in with it',
    body: Type.Object({ success: Type.Boolean() }),
  },
  errors: ['invalid_link', 'sign_in_method_off'],
});

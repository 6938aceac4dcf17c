import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { Account, NewPassword, Password } from '../../resources/account.ts';

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  tag: 'accounts',
  summary: 'Change the password and end all other sessions',
  auth: 'bearer',
  takesPassword: true,
  rateCosts: {
    ...writing,
    'sign-ins': 'failures',
    'sign-ins-by-account': 'failures',
    'sign-ins-by-address': 1,
  },
  body: Type.Object({
    currentPassword: Password,
    newPassword: NewPassword,
    revokeOtherSessions: Type.Optional(
      Type.Boolean({ description: 'Whether the session that asks goes on under a new token, too' }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The user, and the new token of the session with `revokeOtherSessions`',
    body: Type.Object({ token: Type.Optional(Type.String()), user: Account }),
  },
  errors: ['forbidden', 'password_breached', 'second_factor_required', 'sign_in_method_off'],
});

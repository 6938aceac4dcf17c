import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { Account, NewPassword, Password } from '../../resources/account.ts';

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  tag: 'accounts',
  summary: 'Change the password; on request, end all other sessions',
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
    revokeOtherSessions: Type.Optional(Type.Boolean()),
  }),
  reply: {
    status: 200,
    description: 'The user, and a new session token when the other sessions were ended',
    body: Type.Object({ token: Type.Optional(Type.String()), user: Account }),
  },
  errors: ['forbidden', 'sign_in_method_off'],
});

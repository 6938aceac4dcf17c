import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Email, Password, UserCode } from '../../resources/account.ts';

export const approveDevice = endpoint({
  method: 'POST',
  path: '/device/approve',
  tag: 'accounts',
  summary: 'Let a device sign in to the account of this e-mail address and password',
  auth: 'public',
  takesPassword: true,
  rateCosts: {
    'writes-by-address': 1,
    'user-codes': 1,
    'sign-ins': 'failures',
    'sign-ins-by-account': 'failures',
    'sign-ins-by-address': 1,
    'second-factors': 'failures',
  },
  takesForms: true,
  isFromOwnPage: true,
  bodyBytesMax: limits.formBytesMax,
  body: Type.Object({
    user_code: UserCode,
    email: Email,
    password: Password,
    code: Type.Optional(
      Type.String({ maxLength: 40, description: 'Of the second factor, if the account has one' }),
    ),
  }),
  reply: { status: 200, description: 'A page that says so', body: 'text/html' },
  errors: ['unauthenticated', 'forbidden', 'password_breached', 'sign_in_method_off', 'not_found'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { FactorCode, RecoveryCodes } from '../../resources/second-factor.ts';

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/users/second-factor/totp/confirm',
  tag: 'accounts',
  summary: 'Confirm the authenticator app by a code of it; all other sessions end',
  auth: 'bearer',
  recentSignIn: true,
  addsFactor: true,
  rateCosts: { ...writing, 'second-factors': 'failures' },
  body: Type.Object({ code: FactorCode }),
  reply: { status: 200, description: 'The account has a second factor', body: RecoveryCodes },
  errors: ['forbidden', 'illegal_transition'],
});

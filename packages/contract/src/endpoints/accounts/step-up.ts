import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { Password } from '../../resources/account.ts';
import { ProvedCredential } from '../../resources/passkey.ts';
import { FactorCode } from '../../resources/second-factor.ts';
import { Timestamp } from '../../text.ts';

export const stepUp = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  tag: 'accounts',
  summary:
    'Prove again who you are, for what needs a recent sign-in: by a passkey, the code of a second factor, or without either by the password',
  auth: 'bearer',
  rateCosts: {
    ...writing,
    'sign-ins': 'failures',
    'sign-ins-by-account': 'failures',
    'sign-ins-by-address': 1,
    'second-factors': 'failures',
  },
  isRepeatable: true,
  body: Type.Object({
    password: Type.Optional(Password),
    code: Type.Optional(FactorCode),
    credential: Type.Optional(ProvedCredential),
  }),
  reply: {
    status: 200,
    description: 'The sign-in is recent again',
    body: Type.Object({ recent_until: Timestamp('Until when the session may do what cannot be undone') }),
  },
  errors: ['forbidden', 'password_breached'],
});

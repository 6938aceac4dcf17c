import { endpoint } from '../../endpoint.ts';
import { RecoveryCodes } from '../../resources/second-factor.ts';

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/second-factor/recovery-codes',
  tag: 'accounts',
  summary: 'Make new recovery codes; those before are worth nothing',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 200, description: 'The new codes', body: RecoveryCodes },
  errors: ['forbidden', 'not_found'],
});

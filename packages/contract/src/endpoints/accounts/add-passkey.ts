import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { NewCredential, Passkey, PasskeyName } from '../../resources/passkey.ts';
import { RecoveryCodes } from '../../resources/second-factor.ts';

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  tag: 'accounts',
  summary:
    'Add a passkey that a browser made; it signs in without the password, and counts as a second factor',
  auth: 'bearer',
  recentSignIn: true,
  addsFactor: true,
  body: Type.Object({ name: PasskeyName, credential: NewCredential }),
  reply: {
    status: 201,
    description: 'The passkey; with the first second factor of the account, recovery codes',
    body: Type.Object({
      ...Passkey.properties,
      recovery_codes: Type.Optional(RecoveryCodes.properties.recovery_codes),
    }),
  },
  errors: ['forbidden', 'illegal_transition'],
});

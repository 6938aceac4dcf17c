import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ProgramName } from '../../text.ts';

export const requestDeviceCode = endpoint({
  method: 'POST',
  path: '/auth/device/code',
  tag: 'accounts',
  summary: 'Request a code with which a person signs in a program (RFC 8628)',
  auth: 'public',
  rateCosts: { 'writes-by-address': 1, 'device-codes': 1 },
  takesForms: true,
  bodyBytesMax: limits.formBytesMax,
  body: Type.Object({
    client_id: ProgramName('What the program calls itself; the person sees it'),
  }),
  reply: {
    status: 200,
    description: 'The code for the program, and the one that the person enters at `verification_uri`',
    body: Type.Object({
      device_code: Type.String(),
      user_code: Type.String(),
      verification_uri: Type.String(),
      expires_in: Type.Integer({ description: 'Seconds until both codes expire' }),
      interval: Type.Integer({ description: 'Seconds to wait between two polls' }),
    }),
  },
  errors: [],
});

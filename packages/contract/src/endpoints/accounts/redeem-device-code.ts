import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ProgramName } from '../../text.ts';

export const redeemDeviceCode = endpoint({
  method: 'POST',
  path: '/auth/device/token',
  tag: 'accounts',
  summary: 'Poll for the session token of a device code, once every interval (RFC 8628)',
  auth: 'public',
  rateCosts: { 'device-polls': 1 },
  takesForms: true,
  bodyBytesMax: limits.formBytesMax,
  body: Type.Object({
    grant_type: Type.Enum(['urn:ietf:params:oauth:grant-type:device_code']),
    device_code: Type.String({ minLength: 1, maxLength: 200 }),
    client_id: ProgramName('As it was when the code was requested'),
  }),
  reply: {
    status: 200,
    description: 'The session token, for use as a bearer token; the code is used up',
    body: Type.Object({
      access_token: Type.String(),
      token_type: Type.String({ description: 'Bearer' }),
      expires_in: Type.Integer({ description: 'Seconds until the session expires unless it is used' }),
    }),
  },
  errors: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token', 'invalid_grant'],
});

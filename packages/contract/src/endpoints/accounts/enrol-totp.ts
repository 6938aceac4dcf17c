import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const enrolTotp = endpoint({
  method: 'POST',
  path: '/users/second-factor/totp',
  tag: 'accounts',
  summary: 'Begin to use an authenticator app (RFC 6238); it counts once a code of it is confirmed',
  auth: 'bearer',
  recentSignIn: true,
  addsFactor: true,
  reply: {
    status: 201,
    description: 'What the app needs; it is shown this once',
    body: Type.Object({
      secret: Type.String({ description: 'For apps without a camera, in Base32' }),
      uri: Type.String({ description: 'For a QR code: `otpauth://totp/…`' }),
    }),
  },
  errors: ['forbidden', 'illegal_transition'],
});

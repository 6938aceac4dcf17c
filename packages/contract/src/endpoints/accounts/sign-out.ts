import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/sign-out',
  tag: 'accounts',
  summary: 'End the session of the Bearer',
  auth: 'bearer',
  reply: { status: 200, description: 'The session is over', body: Type.Object({ success: Type.Boolean() }) },
  errors: ['forbidden'],
});

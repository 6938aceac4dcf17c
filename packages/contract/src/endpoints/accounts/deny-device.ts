import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { UserCode } from '../../resources/account.ts';

export const denyDevice = endpoint({
  method: 'POST',
  path: '/device/deny',
  tag: 'accounts',
  summary: 'Refuse a device; its code is enough',
  auth: 'public',
  rateCosts: { 'writes-by-address': 1, 'user-codes': 1 },
  takesForms: true,
  isFromOwnPage: true,
  bodyBytesMax: limits.formBytesMax,
  body: Type.Object({ user_code: UserCode }),
  reply: { status: 200, description: 'A page that says so', body: 'text/html' },
  errors: ['forbidden', 'not_found'],
});

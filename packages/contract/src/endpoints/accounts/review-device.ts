import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { UserCode } from '../../resources/account.ts';

export const reviewDevice = endpoint({
  method: 'POST',
  path: '/device',
  tag: 'accounts',
  summary: 'The page that shows which device asks, and what it may do once it is approved',
  auth: 'public',
  rateCosts: { 'user-codes': 1 },
  takesForms: true,
  isFromOwnPage: true,
  bodyBytesMax: limits.formBytesMax,
  body: Type.Object({ user_code: UserCode }),
  reply: { status: 200, description: 'The page', body: 'text/html' },
  errors: ['forbidden', 'not_found'],
});

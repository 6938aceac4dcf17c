import { endpoint } from '../../endpoint.ts';
import { SecondFactor } from '../../resources/second-factor.ts';

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/users/second-factor',
  tag: 'accounts',
  summary: 'The second factor of the account, and whether it needs one',
  auth: 'bearer',
  reply: { status: 200, description: 'The second factor', body: SecondFactor },
  errors: ['forbidden'],
});

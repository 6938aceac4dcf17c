import { endpoint } from '../../endpoint.ts';

export const getDevicePage = endpoint({
  method: 'GET',
  path: '/device',
  tag: 'accounts',
  summary: 'The page on which a person enters the code of a device',
  auth: 'public',
  isNeverKept: true,
  reply: { status: 200, description: 'The page', body: 'text/html' },
  errors: [],
});

import { endpoint } from '../../endpoint.ts';

export const getDocs = endpoint({
  method: 'GET',
  path: '/docs',
  tag: 'service',
  summary: 'This interface as a page to read and try',
  auth: 'public',
  reply: { status: 200, description: 'The page', body: 'text/html', runsScripts: true },
  errors: [],
});

import { endpoint } from '../../endpoint.ts';
import { getOpenapi } from './get-openapi.ts';

export const getInterface = endpoint({
  ...getOpenapi,
  path: '/openapi',
  summary: 'The same document as /openapi.json',
});

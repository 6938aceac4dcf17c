import { endpoint } from '../../endpoint.ts';
import { Advisory } from '../../resources/advisory.ts';

export const getAdvisory = endpoint({
  method: 'GET',
  path: '/advisories/{advisoryId}',
  tag: 'catalogue',
  summary: 'Get an advisory in the OSV format',
  auth: 'public',
  changesWith: 'catalogue',
  reply: { status: 200, description: 'The advisory', body: Advisory },
  errors: ['not_found'],
});

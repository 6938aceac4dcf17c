import { endpoint } from '../../endpoint.ts';
import { Limits } from '../../resources/limits.ts';

export const getLimits = endpoint({
  method: 'GET',
  path: '/limits',
  tag: 'service',
  summary: 'Every bound: of requests and responses, of what is kept, and of packages',
  auth: 'public',
  changesWith: 'catalogue',
  reply: { status: 200, description: 'All bounds', body: Limits },
  errors: [],
});

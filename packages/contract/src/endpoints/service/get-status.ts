import { endpoint } from '../../endpoint.ts';
import { ServiceStatus } from '../../resources/service-status.ts';

export const getStatus = endpoint({
  method: 'GET',
  path: '/health/status',
  tag: 'service',
  summary: 'The version of the software, what answers, and what waits',
  auth: 'public',
  isNeverKept: true,
  reply: { status: 200, description: 'Also while something does not answer', body: ServiceStatus },
  errors: [],
});

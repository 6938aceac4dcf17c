import { endpoint } from '../../endpoint.ts';

export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  tag: 'service',
  summary: 'What the server counts, for Prometheus; an operator may ask for a Bearer',
  auth: 'public',
  rateCosts: {},
  isNeverKept: true,
  reply: {
    status: 200,
    description: 'The metrics in the text format of Prometheus',
    body: 'text/plain',
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  },
  errors: ['unauthenticated'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'service',
  summary: 'Whether the process is alive',
  auth: 'public',
  rateCosts: {},
  reply: { status: 200, description: 'It is', body: Type.Object({ status: Type.Literal('ok') }) },
  errors: [],
});

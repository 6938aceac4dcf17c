import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const getOpenapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  tag: 'service',
  summary: 'This interface as an OpenAPI 3.1 document',
  auth: 'public',
  changesWith: 'catalogue',
  reply: {
    status: 200,
    description: 'The document',
    body: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
  },
  errors: [],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { PublisherChange } from '../../resources/change.ts';

const { auditPageSizeMax: max } = limits;

export const listPublisherChanges = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/audit',
  tag: 'publishers',
  summary: 'What was changed about a publisher, its nodes and its tokens, the newest first',
  auth: 'bearer',
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only changes before this seq: `next` of the response before; default the newest',
      }),
    ),
    limit: Type.Optional(Type.Integer({ description: `Default ${max}, larger than ${max} serves ${max}` })),
  }),
  reply: {
    status: 200,
    description: 'The changes',
    body: Type.Object({
      changes: Type.Array(PublisherChange),
      next: Type.Optional(
        Type.Integer({ description: 'Where the log continues; if absent, there is nothing older' }),
      ),
    }),
  },
  errors: ['forbidden', 'publisher_not_found'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { OwnWords, PublisherId } from '../../text.ts';

export const validatePublisherId = endpoint({
  method: 'GET',
  path: '/publishers/validate',
  tag: 'publishers',
  summary: 'Whether a publisher id is well-formed and free',
  auth: 'public',
  query: Type.Object({ username: { ...PublisherId, description: 'The id in question' } }),
  reply: {
    status: 200,
    description: 'Whether the id is available',
    body: Type.Object({
      isAvailable: Type.Boolean(),
      message: Type.Optional(OwnWords('Why the id is not available')),
    }),
  },
  errors: [],
});

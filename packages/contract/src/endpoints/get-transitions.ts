import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

export const getTransitions = endpoint({
  method: 'GET',
  path: '/transitions',
  tag: 'service',
  summary: 'The table of all moves between states',
  auth: 'public',
  reply: {
    status: 200,
    description: 'Every move there is',
    body: Type.Array(
      Type.Object({
        resource: Type.String(),
        field: Type.String(),
        from: Type.String(),
        to: Type.String(),
        by: Type.Array(Type.Enum(['publisher', 'moderator', 'server'])),
        when: Type.String(),
      }),
    ),
  },
  errors: [],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { OwnWords } from '../../text.ts';

export const getTransitions = endpoint({
  method: 'GET',
  path: '/transitions',
  tag: 'service',
  summary: 'The table of all moves between states',
  auth: 'public',
  reply: {
    status: 200,
    description: 'All transitions',
    body: Type.Array(
      Type.Object({
        resource: OwnWords(),
        field: OwnWords(),
        from: OwnWords(),
        to: OwnWords(),
        by: Type.Array(Type.Enum(['publisher', 'moderator', 'server'])),
        when: OwnWords(),
      }),
    ),
  },
  errors: [],
});

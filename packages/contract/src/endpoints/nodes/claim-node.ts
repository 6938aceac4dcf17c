import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';

export const claimNode = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/nodes/{nodeId}/claim-my-node',
  tag: 'nodes',
  summary:
    'Claim an unclaimed node for a publisher, proved by a line in the pyproject.toml of its repository; the refusal without it says which line',
  auth: 'bearer',
  isRepeatable: true,
  rateCosts: { ...writing, claims: 1 },
  reply: { status: 204, description: 'The node is of the publisher' },
  errors: [
    'forbidden',
    'node_banned',
    'publisher_banned',
    'publisher_not_found',
    'node_not_found',
    'illegal_transition',
  ],
});

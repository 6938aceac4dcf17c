import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { NodeVersion } from '../../resources/node-version.ts';

export const extractVersion = endpoint({
  method: 'POST',
  path: '/nodes/{nodeId}/versions/{version}/extract',
  tag: 'versions',
  summary: 'Ask to read the app-nodes of a version again',
  auth: 'bearer',
  rateCosts: { ...writing, inspections: 1 },
  reply: { status: 200, description: 'The version, its extraction pending', body: NodeVersion },
  errors: [
    'forbidden',
    'node_banned',
    'publisher_banned',
    'node_not_found',
    'version_not_found',
    'illegal_transition',
  ],
});

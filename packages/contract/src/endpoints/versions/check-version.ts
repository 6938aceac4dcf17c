import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { NodeVersion } from '../../resources/node-version.ts';

export const checkVersion = endpoint({
  method: 'POST',
  path: '/nodes/{nodeId}/versions/{version}/check',
  tag: 'versions',
  summary: 'Ask to check the package of a flagged version again',
  auth: 'bearer',
  rateCosts: { ...writing, inspections: 1 },
  reply: { status: 200, description: 'The version, Pending until it is checked', body: NodeVersion },
  errors: [
    'forbidden',
    'node_banned',
    'publisher_banned',
    'node_not_found',
    'version_not_found',
    'illegal_transition',
  ],
});

import { endpoint } from '../../endpoint.ts';
import { Findings } from '../../resources/findings.ts';

export const getFindings = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/findings',
  tag: 'versions',
  summary: 'What the checks found in the package of a version, and what the version waits for',
  auth: 'bearer',
  reply: { status: 200, description: 'The findings', body: Findings },
  errors: ['forbidden', 'node_banned', 'publisher_banned', 'node_not_found', 'version_not_found'],
});

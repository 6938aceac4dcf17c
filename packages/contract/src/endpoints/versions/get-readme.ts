import { endpoint } from '../../endpoint.ts';
import { Readme } from '../../resources/readme.ts';

export const getReadme = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/readme',
  tag: 'versions',
  summary:
    'Retrieve the readme of a version as elements and texts; of one that is not Active for its members only',
  auth: 'optional',
  changesWith: 'node',
  reply: { status: 200, description: 'The readme, without parts if there is none', body: Readme },
  errors: ['node_banned', 'node_not_found', 'version_not_found'],
});

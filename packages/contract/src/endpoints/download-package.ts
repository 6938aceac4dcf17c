import { endpoint } from '../endpoint.ts';

export const downloadPackage = endpoint({
  method: 'GET',
  path: '/packages/{publisherId}/{nodeId}/{file}',
  tag: 'packages',
  summary: 'Download the package of a version, `{version}.zip`; ranges and If-None-Match are honoured',
  auth: 'public',
  reply: {
    status: 200,
    description: 'The package; where it lies elsewhere, 302 to there',
    body: 'application/zip',
  },
  errors: [
    'node_banned',
    'version_unavailable',
    'node_not_found',
    'version_not_found',
    'range_not_satisfiable',
  ],
});

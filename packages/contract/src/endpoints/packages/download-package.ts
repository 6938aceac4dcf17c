import { endpoint } from '../../endpoint.ts';

const packageHeaders = ['ETag', 'Digest', 'Accept-Ranges', 'Content-Disposition'] as const;

export const downloadPackage = endpoint({
  method: 'GET',
  path: '/packages/{publisherId}/{nodeId}/{file}',
  tag: 'packages',
  summary: 'Download the package of a version, `{version}.zip`; ranges and If-None-Match are honoured',
  auth: 'public',
  rateCosts: { downloads: 1 },
  reply: {
    status: 200,
    description: 'The package',
    body: 'application/zip',
    headers: packageHeaders,
  },
  otherReplies: {
    206: {
      description: 'The requested range',
      body: 'application/zip',
      headers: [...packageHeaders, 'Content-Range'],
    },
    302: { description: 'The package is stored elsewhere', headers: ['Location', 'ETag', 'Digest'] },
    304: { description: 'If-None-Match names the ETag of the package', headers: ['ETag'] },
  },
  errors: [
    'node_banned',
    'version_unavailable',
    'node_not_found',
    'version_not_found',
    'range_not_satisfiable',
  ],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { VersionFile } from '../../resources/version-file.ts';
import { page, paged } from '../paging.ts';

export const listVersionFiles = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/files',
  tag: 'versions',
  summary: 'List the files in the package of a version by path',
  auth: 'public',
  // Not kept, so that who walks all versions, or all pairs of them, meets the rate.
  rateCosts: { reads: 'items', 'file-lists': 1 },
  query: Type.Object(page(limits.packageFilesMax)),
  reply: {
    status: 200,
    description: 'The files',
    body: Type.Object({
      ...paged('files', VersionFile).properties,
      is_complete: Type.Boolean({
        description: 'Whether the list has all files: not until the package was read, nor beyond the limits',
      }),
    }),
  },
  errors: ['node_banned', 'version_unavailable', 'node_not_found', 'version_not_found'],
});

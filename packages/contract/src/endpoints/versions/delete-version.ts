import { endpoint } from '../../endpoint.ts';

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
  tag: 'versions',
  summary: 'Delete a version; its number stays taken once its package was stored',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The version is deleted' },
  errors: [
    'forbidden',
    'node_banned',
    'publisher_banned',
    'publisher_not_found',
    'node_not_found',
    'version_not_found',
    'illegal_transition',
  ],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { NodeVersion } from '../../resources/node-version.ts';
import { VersionText } from '../../text.ts';

export const installNode = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/install',
  tag: 'nodes',
  summary: 'Find the version to install; counts one download for each client, version and day',
  auth: 'public',
  changesWith: 'node',
  counts: 'download',
  query: Type.Object({
    version: Type.Optional(VersionText({ description: 'The exact version; by default the latest' })),
  }),
  reply: { status: 200, description: 'The version to install', body: NodeVersion },
  errors: ['node_banned', 'version_unavailable', 'node_not_found', 'version_not_found'],
});

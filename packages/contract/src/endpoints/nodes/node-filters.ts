import { Type } from 'typebox';
import { limits } from '../../limits.ts';
import { Text, withDocumented } from '../../text.ts';

/** The filters of lists of nodes. A value that a node does not declare matches every filter. */
export const nodeFilters = {
  include_banned: Type.Optional(
    Type.Boolean({ description: 'Whether moderators also see banned nodes; default false' }),
  ),
  timestamp: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only nodes that changed after this time' }),
  ),
  installable: Type.Optional(
    Type.Boolean({ description: 'Whether to leave out nodes without an Active version; default false' }),
  ),
  node_id: Type.Optional(
    Type.Array(Type.String(), { maxItems: limits.nodeIdsMax, description: 'Only these nodes' }),
  ),
  publisher_id: Type.Optional(
    Text(limits.nameCharsMax, 'Only nodes of this publisher; an unknown one has none'),
  ),
  supported_os: Type.Optional(
    Text(limits.nameCharsMax, 'Only nodes for this operating system, and those that declare none'),
  ),
  supported_accelerator: Type.Optional(
    Text(limits.nameCharsMax, 'Only nodes for this accelerator, and those that declare none'),
  ),
  compatible: Type.Optional(
    Type.Boolean({ description: 'Whether `app_version` and `form_factor` filter; default false' }),
  ),
  app_version: Type.Optional(
    withDocumented(
      Type.String({ description: 'Version of the host application; filters with `compatible=true` only' }),
      { pattern: '^[\\sv=]*\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?\\s*$' },
    ),
  ),
  form_factor: Type.Optional(
    Type.String({
      description:
        'How the host is installed, its operating system last, like `git-linux`; filters with `compatible=true` only',
    }),
  ),
  include_translations: Type.Optional(Type.Boolean({ description: 'Whether to include translations' })),
};

/** What an answer about nodes can say besides. */
export const nodeCounts = {
  include_counts: Type.Optional(
    Type.Boolean({ description: 'Whether to include app_node_count and version_count; default false' }),
  ),
};

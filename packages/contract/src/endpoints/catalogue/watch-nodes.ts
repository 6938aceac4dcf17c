import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { InstalledNode, NodeNews, Position, reached } from '../../resources/public-change.ts';
import { wait } from './following.ts';

export const watchNodes = endpoint({
  method: 'POST',
  path: '/catalogue/watch',
  tag: 'catalogue',
  summary: 'What concerns installed nodes: newer versions, bans, deletions, deprecations and flags',
  auth: 'public',
  isRepeatable: true,
  waits: true,
  rateCosts: { reads: 'items' },
  bodyBytesMax: limits.bulkBodyBytesMax,
  weighs: 'nodes',
  body: Type.Object({
    nodes: Type.Array(InstalledNode, {
      maxItems: limits.bulkItemsMax,
      description: 'The nodes that the host has installed',
    }),
    since: Type.Optional(
      Position(
        '`next` of the answer before: only what changed since. Without it, or if the position is unknown, all that concerns the host now',
      ),
    ),
    wait,
  }),
  reply: {
    status: 200,
    description: 'The nodes of which there is something to tell, in the order of the request',
    body: Type.Object({ nodes: Type.Array(NodeNews), ...reached }),
  },
  errors: [],
});

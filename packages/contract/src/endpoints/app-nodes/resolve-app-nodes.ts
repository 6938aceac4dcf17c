import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ResolvedAppNode } from '../../resources/resolved-app-node.ts';

export const resolveAppNodes = endpoint({
  method: 'POST',
  path: '/bulk/app-nodes/nodes',
  tag: 'app-nodes',
  summary: 'Find the nodes that provide many app-nodes, such as those of a workflow',
  auth: 'public',
  isRepeatable: true,
  rateCosts: { reads: 'items' },
  bodyBytesMax: limits.bulkBodyBytesMax,
  weighs: 'names',
  body: Type.Object({
    names: Type.Array(Type.String({ maxLength: limits.appNodeNameCharsMax }), {
      maxItems: limits.bulkItemsMax,
      description: 'Names of app-nodes',
    }),
  }),
  reply: {
    status: 200,
    description: 'One item for each name, in the order of the request',
    body: Type.Object({
      results: Type.Array(ResolvedAppNode),
      built_in_known: Type.Optional(
        Type.Boolean({
          description:
            'Whether this registry has a list of the app-nodes that come with the host. If not, any of these names may be one of them',
        }),
      ),
    }),
  },
  errors: [],
});

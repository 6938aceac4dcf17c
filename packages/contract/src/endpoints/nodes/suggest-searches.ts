import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Text } from '../../text.ts';

export const suggestSearches = endpoint({
  method: 'GET',
  path: '/search/suggest',
  tag: 'nodes',
  summary: 'Suggest nodes and app-nodes while somebody types',
  auth: 'public',
  rateCosts: { reads: 2 },
  changesWith: 'catalogue',
  query: Type.Object({
    search: Type.Optional(Text(limits.nameCharsMax, 'What was typed so far')),
    limit: Type.Optional(
      Type.Integer({
        description: `How many suggestions; default ${limits.suggestionsDefault}, at most ${limits.suggestionsMax}`,
      }),
    ),
  }),
  reply: {
    status: 200,
    description: 'Suggestions, the likeliest of each kind first',
    body: Type.Object({
      suggestions: Type.Array(
        Type.Object({
          kind: Type.Enum(['node', 'app-node']),
          text: Type.String({ description: 'The name of the node or the app-node' }),
          node_id: Type.String({ description: 'The node, or the one that has the app-node' }),
        }),
      ),
    }),
  },
  errors: [],
});

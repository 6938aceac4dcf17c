import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Node } from '../../resources/node.ts';
import { Text } from '../../text.ts';
import { nodeCounts, nodeFilters } from './node-filters.ts';
import { page, paged } from '../paging.ts';

export const searchNodes = endpoint({
  method: 'GET',
  path: '/nodes/search',
  tag: 'nodes',
  summary: 'Search the nodes by all words of a query',
  auth: 'optional',
  rateCosts: { reads: 10 },
  changesWith: 'catalogue',
  query: Type.Object({
    search: Type.Optional(
      Text(
        limits.nameCharsMax,
        'Words that all occur in id, name, publisher, author, tags, description or names of app-nodes',
      ),
    ),
    app_node_search: Type.Optional(
      Text(limits.nameCharsMax, 'Words that all occur in names of app-nodes of the latest version'),
    ),
    repository_url_search: Type.Optional(
      Text(2048, 'Only nodes whose repository holds this text in upper or lower case'),
    ),
    ...page(limits.pageSizeMax),
    ...nodeFilters,
    ...nodeCounts,
    include_matches: Type.Optional(
      Type.Boolean({
        description: `Whether to include, of each node, at most ${limits.searchMatchesMax} app-nodes of the latest version whose names hold a word of the query; default false`,
      }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The nodes: of exactly this id first, then of this name, then by downloads',
    body: paged(
      'nodes',
      Node,
      `Total count; where words are given, of the first ${limits.searchedNodesMax} nodes that have them`,
    ),
  },
  errors: [],
});

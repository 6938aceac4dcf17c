import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Node } from '../../resources/node.ts';
import { SearchFacets, SearchHit } from '../../resources/search-hit.ts';
import { Text } from '../../text.ts';
import { nodeCounts, nodeFilters } from './node-filters.ts';
import { page, paged } from '../paging.ts';

const sockets = (description: string) =>
  Type.Array(Text(limits.nameCharsMax), { maxItems: limits.searchSocketsMax, description });

export const searchNodes = endpoint({
  method: 'GET',
  path: '/nodes/search',
  tag: 'nodes',
  summary: 'Search the nodes by words, and by what their app-nodes take and give',
  auth: 'optional',
  rateCosts: { reads: 10 },
  changesWith: 'catalogue',
  query: Type.Object({
    search: Type.Optional(
      Text(
        limits.nameCharsMax,
        'Words to be found in id, name, publisher, author, tags, description or names of app-nodes, as written, by their beginning, or with typos where few nodes have them',
      ),
    ),
    app_node_search: Type.Optional(
      Text(limits.nameCharsMax, 'Words to be found in names of app-nodes of the latest version'),
    ),
    typos: Type.Optional(
      Type.Boolean({
        description: 'Whether words with typos are found where few nodes have them as written; default true',
      }),
    ),
    tag: Type.Optional(Text(limits.nameCharsMax, 'Only nodes with this tag, in any case')),
    category: Type.Optional(Text(limits.nameCharsMax, 'Only nodes of this category, in any case')),
    license: Type.Optional(
      Text(limits.nameCharsMax, 'Only nodes under the license of this name, in any case'),
    ),
    takes: Type.Optional(
      sockets('Only nodes with an app-node that has an input of each of these types, such as `IMAGE`'),
    ),
    gives: Type.Optional(
      sockets(
        'Only nodes with an app-node that has an output of each of these types, the same app-node as for `takes`',
      ),
    ),
    repository_url_search: Type.Optional(
      Text(limits.urlCharsMax, 'Only nodes whose repository holds this text in upper or lower case'),
    ),
    ...page(limits.pageSizeMax),
    ...nodeFilters,
    ...nodeCounts,
    facets: Type.Optional(
      Type.Boolean({
        description: `Whether to count the found nodes by tag, category, operating system, accelerator and license, the ${limits.facetValuesMax} most frequent of each; default false`,
      }),
    ),
    highlights: Type.Optional(
      Type.Boolean({ description: 'Whether to include why each node was found; default false' }),
    ),
    explain: Type.Optional(
      Type.Boolean({
        description: 'Whether to include the numbers by which the first nodes are ordered; default false',
      }),
    ),
    include_matches: Type.Optional(
      Type.Boolean({
        description: `Whether to include, of each node, at most ${limits.searchMatchesMax} app-nodes of the latest version whose names hold words of the query; default false`,
      }),
    ),
  }),
  reply: {
    status: 200,
    description:
      'The nodes that have all words, or those that have most of them where none has all: of exactly this id first, then of this name, then by how well they match and how popular they are',
    body: Type.Object({
      ...paged('nodes', Node, `Total count; where words are given, at most ${limits.searchedNodesMax}`)
        .properties,
      seq: Type.Optional(
        Type.Integer({
          description:
            'Number of the last change of the log that the search has seen; where it searched its index',
        }),
      ),
      did_you_mean: Type.Optional(
        Type.String({ description: 'The words as they were understood, if no node has them as written' }),
      ),
      left_out: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Words of the query that the first node lacks, because no node has all of them',
        }),
      ),
      facets: Type.Optional(SearchFacets),
      hits: Type.Optional(
        Type.Array(SearchHit, {
          description: 'Why each of the nodes was found, in their order; with `highlights` or `explain`',
        }),
      ),
    }),
  },
  errors: [],
});

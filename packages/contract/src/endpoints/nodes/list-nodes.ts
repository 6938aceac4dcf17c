import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Node } from '../../resources/node.ts';
import { nodeCounts, nodeFilters } from './node-filters.ts';
import { page, paged } from '../paging.ts';

export const nodeOrders = [
  'created_at',
  'downloads',
  'github_stars',
  'id',
  'name',
  'trending',
  'updated_at',
] as const;

export const listNodes = endpoint({
  method: 'GET',
  path: '/nodes',
  tag: 'nodes',
  summary: 'List the nodes of all publishers; without filters and sort safe to crawl while others publish',
  auth: 'optional',
  changesWith: 'catalogue',
  query: Type.Object({
    ...page(limits.cataloguePageSizeMax),
    ...nodeFilters,
    ...nodeCounts,
    latest: Type.Optional(
      Type.Boolean({ description: 'Accepted for clients that send it; every response is up to date' }),
    ),
    sort: Type.Optional(
      Type.Enum(
        nodeOrders.flatMap((order) => [order, `${order};asc`, `${order};desc`] as const),
        {
          description:
            'Ascending unless `;desc` follows; by default in the order in which the nodes were listed. `trending` counts the downloads of the 7 days up to the last download of any node',
        },
      ),
    ),
  }),
  reply: { status: 200, description: 'The nodes', body: paged('nodes', Node) },
  errors: [],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ListedAdvisory } from '../../resources/advisory.ts';
import { page, paged } from '../paging.ts';

export const listAdvisories = endpoint({
  method: 'GET',
  path: '/advisories',
  tag: 'catalogue',
  summary: 'List the advisories about what was banned as malicious, withdrawn ones included, oldest first',
  auth: 'public',
  changesWith: 'catalogue',
  query: Type.Object({
    ...page(limits.cataloguePageSizeMax),
    modified_since: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only those that changed then or later' }),
    ),
    node_id: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: limits.nodeIdsMax,
        description: 'Only those about these nodes and their versions',
      }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The advisories in short; `GET /advisories/{advisoryId}` has each as a whole',
    body: paged('advisories', ListedAdvisory),
  },
  errors: [],
});

import { type Endpoints, limits } from '@patchbay/contract';
import { presentListedAdvisory } from '../../present/advisory.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findAdvisories } from '../../store/rows/advisories.ts';
import type { Operation } from '../operation.ts';

export const listAdvisories: Operation<Endpoints['listAdvisories']> = async ({ store }, { query }) => {
  const { modified_since: since, node_id: nodeIds } = query;
  const asked = pageOf(query, { max: limits.cataloguePageSizeMax });
  const modifiedSince = since === undefined ? undefined : new Date(since).toISOString();
  return presentPage(
    'advisories',
    await findAdvisories(store, { nodeIds, modifiedSince }, asked),
    presentListedAdvisory,
  );
};

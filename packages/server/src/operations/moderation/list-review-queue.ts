import { type Endpoints, limits } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentQueuedVersion } from '../../present/queued-version.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findVersionsByStatus } from '../../store/listing/version-lists.ts';
import type { Operation } from '../operation.ts';

/** The versions that await a moderator, oldest first. */
export const listReviewQueue: Operation<Endpoints['listReviewQueue']> = async (
  { store, publicUrl },
  { actor, query },
) => {
  demand(actor, 'moderate');
  const page = await findVersionsByStatus(
    store.read,
    query.statuses ?? ['NodeVersionStatusFlagged'],
    pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax }),
  );
  return presentPage('versions', page, ({ version, node }) =>
    presentQueuedVersion(version, { node, publicUrl: publicUrl(), inside: true }),
  );
};

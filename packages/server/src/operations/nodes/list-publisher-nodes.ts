import { type Endpoints, limits } from '@patchbay/contract';
import { findShownNodes } from '../../authorization/publisher-nodes.ts';
import { findPageMax } from '../../store/listing/page-size.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';
import { presentNodes } from '../present-nodes.ts';

/** The nodes that are not deleted, or those that are; the latter and banned ones only for members and moderators. */
export const listPublisherNodes: Operation<Endpoints['listPublisherNodes']> = async (
  { store, documents, publicUrl },
  { actor, params, query },
) => {
  const asked = pageOf(query, {
    fallback: limits.pageSizeDefault,
    max: Math.min(limits.pageSizeMax, await findPageMax(store.read)),
  });
  const { page, inside } = await findShownNodes(store.read, actor, params.publisherId, query, asked);
  const view = { publicUrl: publicUrl(), inside, withTranslations: true };
  return presentNodes({ store, documents }, page, view);
};

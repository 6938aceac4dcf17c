import { type Endpoints, limits } from '@patchbay/contract';
import { findShownNodes } from '../../authorization/publisher-nodes.ts';
import { findPageMax, pageOf } from '../../store/listing/pages.ts';
import { Shared } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { presentNodes } from '../present-nodes.ts';

/** The nodes that are not deleted, or those that are; the latter and banned ones only for members and moderators. */
export const listPublisherNodes: Operation<Endpoints['listPublisherNodes']> = async (
  { store, documents, publicUrl },
  { actor, params, query },
) => {
  const shown = await findShownNodes(store.read, actor, params.publisherId, query);
  return new Shared(shown, async () => {
    const max = Math.min(limits.pageSizeMax, await findPageMax(store.read));
    const page = await shown.findPage(pageOf(query, { max }));
    const view = { publicUrl: publicUrl(), inside: shown.inside, withTranslations: true };
    return presentNodes({ store, documents }, page, view);
  });
};

import { type Endpoints, limits } from '@patchbay/contract';
import { findShownNodes } from '../../authorization/publisher-nodes.ts';
import { findPageMax, pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';
import { presentBareNodes } from '../present-nodes.ts';

/** The nodes of the paged list as an array, for any caller. */
export const listNodesOfPublisher: Operation<Endpoints['listNodesOfPublisher']> = async (
  { store, documents, publicUrl },
  { actor, params, query },
) => {
  const { inside, findPage } = await findShownNodes(store.read, actor, params.publisherId, query);
  const max = Math.min(limits.barePageSizeMax, await findPageMax(store.read));
  const page = await findPage(pageOf(query, { fallback: max, max }));
  const view = { publicUrl: publicUrl(), inside, withTranslations: true };
  return presentBareNodes({ store, documents }, page, view);
};

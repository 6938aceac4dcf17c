import { type Endpoints, limits } from '@patchbay/contract';
import { findShownNodes } from '../../authorization/publisher-nodes.ts';
import { presentNode } from '../../documents/present.ts';
import { findPageMax } from '../../store/listing/page-size.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

/** The nodes of the paged list as an array, for any caller. */
export const listNodesOfPublisher: Operation<Endpoints['listNodesOfPublisher']> = async (
  { store, publicUrl },
  { actor, params, query },
) => {
  const max = Math.min(limits.barePageSizeMax, await findPageMax(store.read));
  const asked = pageOf(query, { fallback: max, max });
  const { page, inside } = await findShownNodes(store.read, actor, params.publisherId, query, asked);
  const view = { publicUrl: publicUrl(), inside, withTranslations: true };
  return new BarePage(
    page,
    page.items.map((card) => presentNode(card, view)),
  );
};

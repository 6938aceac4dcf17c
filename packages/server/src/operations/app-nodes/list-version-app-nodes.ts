import { type Endpoints, limits } from '@patchbay/contract';
import { publicNode, publicVersion } from '../../authorization/node.ts';
import { presentAppNode, presentVersionAppNode } from '../../documents/present.ts';
import { presentPage } from '../../present/page.ts';
import { requireWords } from '../../search/require-words.ts';
import { findAppNodeHistory } from '../../store/listing/app-node-history.ts';
import { findAppNodes, searchAppNodes } from '../../store/rows/app-nodes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';

export const listVersionAppNodes: Operation<Endpoints['listVersionAppNodes']> = async (
  { store },
  { params, query },
) => {
  const card = await publicNode(store.read, params.nodeId);
  const version = await publicVersion(store.read, card, params.version);
  const withHistory = query.include_history ?? false;
  const max = withHistory ? limits.pageSizeMax : limits.appNodePageSizeMax;
  const page = pageOf(query, { max });
  const words = requireWords('search', query.search);
  const found = await (words.length === 0
    ? findAppNodes(store.read, version.id, page)
    : searchAppNodes(store, version.id, words, page));
  if (!withHistory) return presentPage('app_nodes', found, presentAppNode);
  const history = await findAppNodeHistory(
    store.read,
    version,
    found.items.map(({ name }) => name),
  );
  return presentPage('app_nodes', found, (appNode) =>
    presentVersionAppNode(appNode, history.get(appNode.name)),
  );
};

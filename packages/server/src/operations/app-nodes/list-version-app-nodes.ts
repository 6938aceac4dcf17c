import { type Endpoints, limits } from '@patchbay/contract';
import { liveVersionOfNode, publicNode } from '../../access/node.ts';
import { presentAppNode } from '../../present/app-node.ts';
import { presentPage } from '../../present/page.ts';
import { findAppNodes } from '../../store/rows/app-nodes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';

export const listVersionAppNodes: Operation<Endpoints['listVersionAppNodes']> = async (
  { store },
  { params, query },
) => {
  const { node } = await publicNode(store.read, params.nodeId);
  const version = await liveVersionOfNode(store.read, node, params.version);
  const page = pageOf(query, { fallback: limits.pageSizeDefault, max: limits.appNodePageSizeMax });
  return presentPage('app_nodes', await findAppNodes(store.read, version.id, page), presentAppNode);
};

import { type Endpoints, versionOfQuery } from '@patchbay/contract';
import { presentAppNode } from '../../documents/present.ts';
import { presentPage } from '../../present/page.ts';
import { findAllAppNodes } from '../../store/listing/app-node-lists.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';

/** The app-nodes of the Active versions of all listed nodes. */
export const listAppNodes: Operation<Endpoints['listAppNodes']> = async ({ store }, { query }) => {
  const { node_id, version, app_node_name } = query;
  const page = await findAllAppNodes(
    store.read,
    {
      name: app_node_name,
      nodeId: node_id === undefined ? undefined : nodeKey(node_id),
      version: version === undefined ? undefined : versionOfQuery(version),
    },
    pageOf(query),
  );
  return presentPage('app_nodes', page, (listed) => ({
    ...presentAppNode(listed.appNode),
    node_id: listed.nodeId,
    version: listed.version,
  }));
};

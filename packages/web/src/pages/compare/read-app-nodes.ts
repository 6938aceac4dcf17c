import { type AppNode, type Client, type NodeVersion, itemsOf, listVersionAppNodes } from '@patchbay/client';

const pageSize = 1_000;

/** The app-nodes of a version; undefined where nobody knows them. */
export const readAppNodes = async (
  client: Client,
  nodeId: string,
  { version, app_node_extract_status: status }: NodeVersion,
): Promise<AppNode[] | undefined> => {
  if (status === 'failed' || status === 'pending') return undefined;
  const appNodes: AppNode[] = [];
  const asked = { nodeId, version, limit: pageSize };
  for await (const appNode of itemsOf(listVersionAppNodes, client, asked)) appNodes.push(appNode);
  return appNodes;
};

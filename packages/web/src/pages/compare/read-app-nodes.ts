import { type AppNode, type Client, type NodeVersion, itemsOf, listVersionAppNodes } from '@patchbay/client';

const pageSize = 500;
/** Of the definitions. Larger ones take too long to compare while others wait for pages. */
const charsMax = 4_000_000;

/** The app-nodes of a version; undefined where nobody knows them, or they are too large to be compared here. */
export const readAppNodes = async (
  client: Client,
  nodeId: string,
  { version, app_node_extract_status: status }: NodeVersion,
): Promise<AppNode[] | undefined> => {
  if (status === 'failed' || status === 'pending') return undefined;
  const appNodes: AppNode[] = [];
  const asked = { nodeId, version, limit: pageSize };
  let room = charsMax;
  for await (const appNode of itemsOf(listVersionAppNodes, client, asked)) {
    room -= appNode.input_types?.length ?? 0;
    if (room < 0) return undefined;
    appNodes.push(appNode);
  }
  return appNodes;
};

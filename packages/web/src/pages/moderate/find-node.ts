import { type Client, type Node, getNode, isProposal, listNodes, moderateNode } from '@patchbay/client';

/** Also a banned one, and a deleted one. Throws what the registry says if there is none. */
export const findNode = async (client: Client, nodeId: string): Promise<Node> => {
  const { nodes } = await listNodes(client, { node_id: [nodeId], include_banned: true, limit: 1 });
  if (nodes[0] !== undefined) return nodes[0];
  // No list has a deleted node: it is read by what changes nothing.
  const node = await moderateNode(client, { nodeId, body: {} });
  return isProposal(node) ? getNode(client, { nodeId }) : node;
};

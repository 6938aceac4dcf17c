import { endpoint } from '../../endpoint.ts';
import { ProvidingNode } from '../../resources/node.ts';

export const getAppNodeProvider = endpoint({
  method: 'GET',
  path: '/app-nodes/{appNodeName}/node',
  tag: 'app-nodes',
  summary: 'Find the node that provides an app-node',
  auth: 'public',
  changesWith: 'catalogue',
  reply: {
    status: 200,
    description:
      'The node: one that preempts the name before one whose latest version has it, then by lower search_ranking, then the one that had the name in an Active version first',
    body: ProvidingNode,
  },
  errors: ['app_node_not_found'],
});

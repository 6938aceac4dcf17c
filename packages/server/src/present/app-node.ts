import type { AppNode } from '@patchbay/contract';
import type { AppNodeRecord } from '../store/app-nodes.ts';

export const presentAppNode = ({ name, definition }: AppNodeRecord): AppNode => ({
  app_node_name: name,
  policy: 'AppNodePolicyActive',
  ...definition,
});

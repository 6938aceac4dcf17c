import type { AppNode } from '@patchbay/contract';
import type { AppNodeRecord } from '../store/rows/app-nodes.ts';

export const presentAppNode = ({ name, definition }: AppNodeRecord): AppNode => ({
  app_node_name: name,
  policy: 'AppNodePolicyActive',
  ...definition,
});

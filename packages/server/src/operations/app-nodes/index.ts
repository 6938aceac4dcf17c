import type { OperationsOf } from '../operation.ts';
import { createAppNodes } from './create-app-nodes.ts';
import { getAppNode } from './get-app-node.ts';
import { getAppNodeProvider } from './get-app-node-provider.ts';
import { listAppNodes } from './list-app-nodes.ts';
import { listVersionAppNodes } from './list-version-app-nodes.ts';
import { putAppNodes } from './put-app-nodes.ts';
import { resolveAppNodes } from './resolve-app-nodes.ts';
import { resolveWorkflow } from './resolve-workflow.ts';
import { updateAppNode } from './update-app-node.ts';

export const appNodes: OperationsOf<'app-nodes'> = {
  updateAppNode,
  listVersionAppNodes,
  getAppNode,
  listAppNodes,
  getAppNodeProvider,
  resolveAppNodes,
  resolveWorkflow,
  createAppNodes,
  putAppNodes,
};

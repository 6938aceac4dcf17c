import { accounts } from './accounts/index.ts';
import { appNodes } from './app-nodes/index.ts';
import { catalogue } from './catalogue/index.ts';
import { moderation } from './moderation/index.ts';
import { nodes } from './nodes/index.ts';
import { packages } from './packages/index.ts';
import { publishers } from './publishers/index.ts';
import { service } from './service/index.ts';
import { versions } from './versions/index.ts';
import { webhooks } from './webhooks/index.ts';
import type { OperationTable } from './operation.ts';

/** The operation of each endpoint. */
export const operations: OperationTable = {
  ...nodes,
  ...versions,
  ...packages,
  ...appNodes,
  ...catalogue,
  ...publishers,
  ...webhooks,
  ...accounts,
  ...moderation,
  ...service,
};

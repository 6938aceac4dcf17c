import * as accounts from './accounts/index.ts';
import * as appNodes from './app-nodes/index.ts';
import * as catalogue from './catalogue/index.ts';
import * as moderation from './moderation/index.ts';
import * as nodes from './nodes/index.ts';
import * as packages from './packages/index.ts';
import * as publishers from './publishers/index.ts';
import * as service from './service/index.ts';
import * as versions from './versions/index.ts';
import * as webhooks from './webhooks/index.ts';
import type { OperationTable } from './operation.ts';

export { storedDocuments } from './stored-documents.ts';

/** The operation of each endpoint. A table that misses one does not compile. */
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

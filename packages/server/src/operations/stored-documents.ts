import type { Endpoints, Params } from '@patchbay/contract';
import type { Context } from '../context.ts';

type Documented = 'getNode' | 'getVersion' | 'installNode';

/**
 * The stored document with which an operation answers an anonymous read without a query; undefined where there is none, and
 * the operation itself has to tell.
 */
export const storedDocuments: {
  readonly [Name in Documented]: (
    context: Pick<Context, 'store' | 'documents' | 'replication'>,
    params: Params<Endpoints[Name]>,
  ) => Promise<string | undefined> | undefined;
} = {
  getNode: ({ store, documents }, { nodeId }) =>
    documents?.node(store.read, nodeId, { withTranslations: false }),
  getVersion: ({ store, documents }, { nodeId, version }) => documents?.version(store.read, nodeId, version),
  // A mirror may have to fetch the package first.
  installNode: ({ store, documents, replication }, { nodeId }) =>
    replication === undefined ? documents?.latestVersion(store.read, nodeId) : undefined,
};

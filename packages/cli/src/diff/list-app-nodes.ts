import type { AppNode, Client } from '@patchbay/client';
import type { Connection } from '../connect.ts';
import { inNamesOfHost } from '../in-names-of-host.ts';

const pageSize = 1_000;

/** The app-nodes of a version, also of a registry that has the names of a host. */
export const listAppNodes = async (
  { api, client }: Pick<Connection, 'api' | 'client'>,
  version: { readonly nodeId: string; readonly version: string },
): Promise<AppNode[]> => {
  try {
    return await listAll(api, client, version);
  } catch (error) {
    // Not `node_not_found`: the registry has no such URL.
    if (!(error instanceof api.RegistryError) || error.code !== 'not_found') throw error;
    return listAll(api, await inNamesOfHost(client), version);
  }
};

const listAll = async (
  api: Connection['api'],
  client: Client,
  version: { readonly nodeId: string; readonly version: string },
): Promise<AppNode[]> => {
  const appNodes: AppNode[] = [];
  for await (const appNode of api.itemsOf(api.listVersionAppNodes, client, { ...version, limit: pageSize })) {
    appNodes.push(appNode);
  }
  return appNodes;
};

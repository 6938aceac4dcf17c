import type { AppNode, Client } from '@patchbay/client';
import type { Connection } from '../connect.ts';
import { inNamesOfHost } from '../in-names-of-host.ts';

const pageSize = 1_000;

interface Version {
  readonly nodeId: string;
  readonly version: string;
}

/** All app-nodes of a version, also of a registry that has the names of a host. */
export const listAppNodes = (connection: Asked, version: Version): Promise<AppNode[]> =>
  withNames(connection, (client) => listAll(connection.api, client, version));

/** How many app-nodes a version has, and the names of the first ones. */
export const nameAppNodes = (
  connection: Asked,
  version: Version,
  limit: number,
): Promise<{ total: number; names: string[] }> =>
  withNames(connection, async (client) => {
    const { total, app_nodes } = await connection.api.listVersionAppNodes(client, { ...version, limit });
    return { total, names: app_nodes.map(({ app_node_name }) => app_node_name) };
  });

type Asked = Pick<Connection, 'api' | 'client'>;

const withNames = async <Found>(
  { api, client }: Asked,
  ask: (client: Client) => Promise<Found>,
): Promise<Found> => {
  try {
    return await ask(client);
  } catch (error) {
    // Not `node_not_found`: the registry has no such URL.
    if (!(error instanceof api.RegistryError) || error.code !== 'not_found') throw error;
    return ask(await inNamesOfHost(client));
  }
};

const listAll = async (api: Connection['api'], client: Client, version: Version): Promise<AppNode[]> => {
  const appNodes: AppNode[] = [];
  for await (const appNode of api.itemsOf(api.listVersionAppNodes, client, { ...version, limit: pageSize })) {
    appNodes.push(appNode);
  }
  return appNodes;
};

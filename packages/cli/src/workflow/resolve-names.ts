import type { ResolvedAppNode } from '@patchbay/client';
import type { Connection } from '../connect.ts';
import { chunkNames } from './chunk-names.ts';

/** What the registry says of each name that an app-node can have. */
export const resolveNames = async (
  connection: Connection,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, ResolvedAppNode>> => {
  const { api } = connection;
  const found = new Map<string, ResolvedAppNode>();
  let client = connection.client;
  for (const chunk of chunkNames(names)) {
    const body = { names: chunk };
    const { results } = await api.resolveAppNodes(client, { body }).catch(async (error: unknown) => {
      const spelled = isUnknownPath(error) ? await spelledByHost(connection) : undefined;
      if (spelled === undefined) throw error;
      client = spelled;
      return api.resolveAppNodes(client, { body });
    });
    for (const result of results) found.set(result.name, result);
  }
  return found;
};

const path = '/bulk/app-nodes/nodes';

const isUnknownPath = (error: unknown): boolean => (error as { code?: string }).code === 'not_found';

/** A client for the path as the registry's host spells it; undefined if its registry has no such path. */
const spelledByHost = async ({ api, client }: Connection): Promise<Connection['client'] | undefined> => {
  const { paths } = (await api.getOpenapi(client)) as { paths?: object };
  const spelled = Object.keys(paths ?? {}).find((one) => /^\/bulk\/[a-z-]+-nodes\/nodes$/.test(one));
  if (spelled === undefined) return undefined;
  const from = client.url + path;
  return {
    ...client,
    fetch: (input, init) => client.fetch(input === from ? client.url + spelled : input, init),
  };
};

import type { ResolvedNames } from '@patchbay/client';
import type { Connection } from '../connect.ts';

/** What the registry says of each name that an app-node can have. */
export const resolveNames = async (
  connection: Connection,
  names: readonly string[],
): Promise<ResolvedNames> => {
  const { api, client } = connection;
  return api.resolveNames(client, names).catch(async (error: unknown) => {
    const spelled = isUnknownPath(error) ? await spelledByHost(connection) : undefined;
    if (spelled === undefined) throw error;
    return api.resolveNames(spelled, names);
  });
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

import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';
import { guardFetch } from './guard-fetch.ts';

/** The registry, which leads only to its own host and to `hosts`. */
export const connectGuarded = async (call: Call, hosts: readonly string[]): Promise<Connection> => {
  const connection = await call.connect();
  const { client } = connection;
  return { ...connection, client: { ...client, fetch: guardFetch(client.fetch, client.url, hosts) } };
};

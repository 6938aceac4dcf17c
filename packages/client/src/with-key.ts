import type { Client } from './client.ts';

/**
 * The client for one request that the registry carries out once, however often it is sent: all attempts have the same
 * key.
 */
export const withKey = (client: Client): Client => {
  // Not `crypto.randomUUID`, which browsers have on secure pages only.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  return {
    ...client,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('idempotency-key', key);
      return client.fetch(input, { ...init, headers });
    },
  };
};

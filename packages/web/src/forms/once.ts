import type { Client } from '@patchbay/client';

/**
 * The client for a request that is carried out once, however often the same form is sent: a page that is loaded again,
 * or a button that is pressed twice, gets the same response.
 */
export const once = (client: Client, fields: URLSearchParams): Client => ({
  ...client,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('idempotency-key', fields.get('form_token') ?? '');
    return client.fetch(input, { ...init, headers });
  },
});

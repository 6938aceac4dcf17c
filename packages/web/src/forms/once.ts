import { hash } from 'node:crypto';
import type { Client } from '@patchbay/client';

/**
 * The client for a request that is carried out once, however often the same form is sent: a page that is loaded again,
 * or a button that is pressed twice, gets the same response. Its key is the form with its token, so that a form which
 * was changed, or opened anew, is another one.
 */
export const once = (client: Client, fields: URLSearchParams): Client => ({
  ...client,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('idempotency-key', hash('sha256', fields.toString(), 'base64url'));
    return client.fetch(input, { ...init, headers });
  },
});

import type { Client } from './client.ts';
import { type Message, type RequestOptions, send } from './send.ts';
import { type Parameter, writeUrl } from './write-url.ts';

/**
 * Calls one endpoint. `args` holds its path parameters, its query parameters and its `body` side by side. Resolves to
 * what `read` makes of the response, by default an object. Throws a ClientError.
 */
export const request = async <Reply>(
  client: Client,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  args: object,
  options?: RequestOptions,
  isRepeatable = method !== 'POST',
  read?: Message<unknown>['read'],
): Promise<Reply> => {
  const known = await client.direct?.(method, path, args);
  if (known) return known as Reply;
  const { body, ...parameters } = args as Readonly<Record<string, Parameter>>;
  const url = client.url + writeUrl(path, parameters);
  const cache = method === 'GET' ? client.cache : undefined;
  const kept = await cache?.get(url);
  const init = () => ({
    method,
    headers: {
      ...(client.token && { authorization: `Bearer ${client.token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(kept && { 'if-none-match': kept.etag }),
    },
    body: JSON.stringify(body),
  });
  const message = { url, init, kept, isRepeatable, read };
  const [response, reply] = await send<unknown>(client, message, options);
  const etag = response.headers.get('etag');
  if (etag) await cache?.set(url, { etag, reply });
  return reply as Reply;
};

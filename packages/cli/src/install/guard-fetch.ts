import { IntegrityError } from '@patchbay/client';
import { bounds } from './bounds.ts';

/**
 * As `fetch`, for a registry that is not trusted: a redirect leads to another host only if it is one of `hosts`, and
 * never away from https; a response of unknown length ends after `bounds.answerBytesMax`.
 */
export const guardFetch =
  (fetch: typeof globalThis.fetch, hosts: readonly string[]): typeof globalThis.fetch =>
  async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      const location = isRedirect(response) ? response.headers.get('location') : null;
      if (location === null) return bounded(response, url);
      await response.body?.cancel();
      const next = new URL(location, url);
      if (redirects === bounds.redirectsMax) throw new IntegrityError(`${url.host} redirects without end.`);
      requireAllowed(url, next, hosts);
      url = next;
    }
  };

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400 && status !== 304;

const requireAllowed = (from: URL, to: URL, hosts: readonly string[]): void => {
  const isDowngrade = to.protocol !== 'https:' && to.protocol !== from.protocol;
  if (isDowngrade) throw new IntegrityError(`${from.host} redirects from https to ${to.protocol}`);
  if (to.host === from.host || hosts.includes(to.host)) return;
  throw new IntegrityError(
    `${from.host} redirects to another host, ${to.host}. If its packages are there, allow it with --package-host ${to.host}.`,
  );
};

/** Packages have a length, which the client compares with what arrives. */
const bounded = (response: Response, url: URL): Response => {
  const { body, headers } = response;
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  if (body === null || !isJson) return response;
  let bytes = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > bounds.answerBytesMax)
          controller.error(new IntegrityError(`${url.host} sends more than ${bounds.answerBytesMax} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, response);
};

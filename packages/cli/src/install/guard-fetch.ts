import { IntegrityError } from '@patchbay/client';
import { hostOf } from '../host-of.ts';
import { bounds } from './bounds.ts';

/**
 * As `fetch`, for a registry that is not trusted: a redirect leads to another host only if it is one of `hosts`, and
 * never away from https.
 */
export const guardFetch =
  (fetch: typeof globalThis.fetch, hosts: readonly string[]): typeof globalThis.fetch =>
  async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      const location = isRedirect(response) ? response.headers.get('location') : null;
      if (location === null) return response;
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
  if (to.host === from.host || hosts.includes(hostOf(to))) return;
  throw new IntegrityError(
    `${from.host} redirects to another host, ${to.host}. If its packages are there, allow it with --package-host ${to.host}.`,
  );
};

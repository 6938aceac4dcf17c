import type { Client } from './client.ts';
import { IntegrityError } from './errors.ts';

/** How many redirects to a package are followed. */
const redirectsMax = 3;

const unspecified = /^(?:0\.0\.0\.0|\[::(?:ffff:0:0)?\])$/;
const loopback =
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;
const linkLocal = /^(?:169\.254\.\d+\.\d+|\[fe[89ab][\da-f]:.*\]|\[::ffff:a9fe:[\da-f]{1,4}\])$/;

/** Whether a host name of a URL means this machine or its own link, where no public registry keeps packages. */
const isLocal = (name: string): boolean => [unspecified, loopback, linkLocal].some((form) => form.test(name));

/**
 * The rules of browsers, on every platform: never from https to http, never from elsewhere to this machine, and never
 * with a password.
 */
const requireAllowed = (from: URL, to: URL): void => {
  if (to.username !== '' || to.password !== '') {
    throw new IntegrityError(`${from.origin} leads to ${to.host} with a password, which is refused.`);
  }
  if (to.protocol !== 'https:' && to.protocol !== (from.protocol === 'http:' ? 'http:' : 'https:')) {
    throw new IntegrityError(
      `${from.origin} leads from ${from.protocol} to ${to.protocol}, which is refused.`,
    );
  }
  if (isLocal(to.hostname) && !isLocal(from.hostname)) {
    throw new IntegrityError(`${from.origin} leads to ${to.host} on this machine, which is refused.`);
  }
};

/** The address that `from` leads to. */
const parseTarget = (target: string, from: URL, base?: URL): URL => {
  try {
    return new URL(target, base);
  } catch (cause) {
    throw new IntegrityError(`${from.origin} leads to "${target}", which is no address.`, { cause });
  }
};

/** Fetches an address that the registry gave. Throws an IntegrityError if it may not lead there. */
export const fetchGiven =
  (client: Client) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const from = new URL(client.url);
    requireAllowed(from, parseTarget(url, from));
    return client.fetch(url, init);
  };

/**
 * As `fetchGiven`, but follows redirects, each under the same rules: a package has no token with it, and a digest to
 * prove it.
 */
export const fetchFollowing =
  (client: Client) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    let from = new URL(client.url);
    let to = parseTarget(url, from);
    for (let redirects = 0; ; redirects += 1) {
      requireAllowed(from, to);
      const response = await client.fetch(to.href, init);
      // A browser hides where it would go, and has rules of its own on the way.
      if (response.type === 'opaqueredirect') return client.fetch(to.href, { ...init, redirect: 'follow' });
      const target = response.status >= 300 && response.status < 400 && response.headers.get('location');
      if (!target) return response;
      await response.body?.cancel();
      if (redirects === redirectsMax) {
        throw new IntegrityError(`${to.host} redirects more than ${redirectsMax} times.`);
      }
      [from, to] = [to, parseTarget(target, to, to)];
    }
  };

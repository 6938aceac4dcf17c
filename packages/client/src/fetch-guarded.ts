import type { Client } from './client.ts';
import { IntegrityError } from './errors.ts';

/** How many redirects to a package are followed. */
const redirectsMax = 3;

const unspecified = /^(?:0\.0\.0\.0|\[::\])$/;
const loopback =
  /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;
const linkLocal = /^(?:169\.254\.\d+\.\d+|\[fe[89ab][\da-f]:.*\]|\[::ffff:a9fe:[\da-f]{1,4}\])$/;

/** Whether a host name of a URL means this machine or its own link, where no public registry keeps packages. */
const isLocal = (name: string): boolean => [unspecified, loopback, linkLocal].some((form) => form.test(name));

/**
 * As `client.fetch`, but obeys the origin rules of browsers on every platform and for every address, the first one
 * included: never from https to http, and never from elsewhere to this machine. A redirect is followed only if `isPackage`,
 * because a package has no token with it and a digest to prove it. Throws an IntegrityError.
 */
export const fetchGuarded = async (
  client: Pick<Client, 'fetch' | 'url'>,
  url: string,
  init: RequestInit,
  isPackage: boolean,
): Promise<Response> => {
  let from = new URL(client.url);
  let to = new URL(url, from);
  for (let redirects = 0; ; redirects += 1) {
    requireAllowed(from, to);
    const response = await client.fetch(to.href, { ...init, redirect: 'manual' });
    // A browser hides where it would go, and has rules of its own on the way.
    if (response.type === 'opaqueredirect' && isPackage) return client.fetch(to.href, init);
    const target = targetOf(response);
    if (target === undefined) return response;
    await response.body?.cancel();
    if (!isPackage) throw redirectError(to, target);
    if (redirects === redirectsMax) {
      throw new IntegrityError(`${to.host} redirects more than ${redirectsMax} times.`);
    }
    [from, to] = [to, new URL(target, to)];
  }
};

const targetOf = ({ type, status, headers }: Response): string | undefined => {
  if (type === 'opaqueredirect') return '';
  return status >= 300 && status < 400 && status !== 304 ? (headers.get('location') ?? undefined) : undefined;
};

const redirectError = (from: URL, target: string): IntegrityError => {
  const { origin } = new URL(target, from);
  const where = origin === from.origin ? 'another address' : origin;
  return new IntegrityError(
    `${from.origin} redirects to ${where}, which is not followed. Use the registry's own address.`,
  );
};

const requireAllowed = (from: URL, to: URL): void => {
  if (to.protocol !== 'https:' && to.protocol !== (from.protocol === 'http:' ? 'http:' : 'https:')) {
    throw new IntegrityError(
      `${from.origin} leads from ${from.protocol} to ${to.protocol}, which is refused.`,
    );
  }
  if (isLocal(to.hostname) && !isLocal(from.hostname)) {
    throw new IntegrityError(`${from.origin} leads to ${to.host} on this machine, which is refused.`);
  }
};

import { IntegrityError } from '@patchbay/client';
import { hostOf } from '../host-of.ts';
import { isLoopback } from '../is-loopback.ts';

/**
 * As `fetch`, for a registry that is not trusted: neither it nor a redirect leads to another host, unless that is one of
 * `hosts`. The client follows no redirect unseen.
 */
export const guardFetch =
  (fetch: typeof globalThis.fetch, registry: string, hosts: readonly string[]): typeof globalThis.fetch =>
  async (input, init) => {
    requireAllowed(new URL(registry), new URL(input instanceof Request ? input.url : input), hosts);
    return fetch(input, init);
  };

const requireAllowed = (from: URL, to: URL, hosts: readonly string[]): void => {
  if (to.host === from.host || hosts.includes(hostOf(to))) return;
  // A registry on this machine may well be behind another port of it.
  if (isLoopback(to) && isLoopback(from)) return;
  throw new IntegrityError(
    `${from.host} leads to another host, ${to.host}. If its packages are there, allow it with --package-host ${to.host}.`,
  );
};

import { Resolver } from 'node:dns/promises';

/** What the name servers say of a domain; `unknown` if they do not say, or cannot be trusted to. */
export type DomainState = 'found' | 'gone' | 'unknown';

const bounds = { timeout: 2_000, tries: 2 };

/** There is no such name, or nothing of this type under it (RFC 1035, section 4.1.1, and RFC 2308). */
const negatives: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks domains of addresses up at the name servers of the system, or at these, written as `<address>[:<port>]`. */
export const openDomainLookUp = (
  servers: readonly string[] | undefined,
): ((domain: string) => Promise<DomainState>) => {
  const resolver = new Resolver(bounds);
  if (servers !== undefined) resolver.setServers(servers);
  const ask = async (name: string, type: 'MX' | 'A' | 'AAAA' | 'NS'): Promise<DomainState> => {
    try {
      await resolver.resolve(name, type);
      return 'found';
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      return negatives.has(error.code) ? 'gone' : 'unknown';
    }
  };
  return async (domain) => {
    for (const type of ['MX', 'A', 'AAAA'] as const) {
      const state = await ask(domain, type);
      if (state !== 'gone') return state;
    }
    // A name server that knows no name at all, as in a network that is cut off, proves nothing.
    const top = domain.slice(domain.lastIndexOf('.') + 1);
    return (await ask(top, 'NS')) === 'found' ? 'gone' : 'unknown';
  };
};

import { Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent as Connections } from 'undici';

/** A foreign address could not be called. The message is a clause that says why. */
export class OutboundError extends Error {
  /** Whether a later attempt may succeed. */
  readonly passes: boolean;
  /** After how many seconds the server wants to be called again, if it said that. */
  readonly retryAfterSeconds: number;

  constructor(
    message: string,
    {
      passes = false,
      retryAfterSeconds = 0,
      cause,
    }: { passes?: boolean; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.passes = passes;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * A URL that may be called: https, on the public internet, without a password; with `mayCallPrivate` also plain HTTP and
 * private addresses. Throws OutboundError. A name is resolved, and its addresses are checked, when it is called.
 */
export const requireForeignUrl = (address: string, mayCallPrivate: boolean, base?: URL): URL => {
  if (!URL.canParse(address, base?.href)) throw new OutboundError('the address is not well-formed');
  const url = new URL(address, base);
  const schemes = mayCallPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) throw new OutboundError('the address does not begin with https://');
  if (url.username !== '' || url.password !== '') throw new OutboundError('the address contains a password');
  // A literal address is never resolved, so it is checked here.
  if (!mayCallPrivate && !isForeignAddress(url.hostname)) {
    throw new OutboundError(`${url.host} is not on the public internet`);
  }
  return url;
};

/** Whether the host is a name or a literal public address. */
export const isForeignAddress = (host: string): boolean => {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  return !ipaddr.isValid(literal) || isPublic(literal);
};

/** Of IPv6, nothing else is given out; what holds an address of IPv4 in an old form is not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (text: string): boolean => {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(...globalUnicast));
};

/** Opens connections to public addresses only, unless it may call private ones. */
export const openOutboundAgent = async (mayCallPrivate: boolean, timeoutMs: number): Promise<Connections> => {
  // Loaded when it is needed: few registries call out, and every start would pay for it.
  // By its default export, which is all that the bundle of the server has of it.
  const {
    default: { Agent },
  } = await import('undici');
  return new Agent({
    connections: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      ...(mayCallPrivate ? {} : { lookup: lookUpGuarded(nameServers(timeoutMs)) }),
    },
    maxHeaderSize: 16 * 1024,
  });
};

/** The name servers of the system, asked within the time that a connection may take. */
export const nameServers = (timeoutMs: number): Resolver =>
  new Resolver({ timeout: timeoutMs / 2, tries: 2 });

/**
 * Resolves a name, and fails if any of its addresses is not public. The connection goes to an address that was checked.
 * It asks the name servers itself: those of strangers may be slow, and the lookups of the system have few threads.
 */
export const lookUpGuarded =
  (resolver: Pick<Resolver, 'resolve4' | 'resolve6'>): LookupFunction =>
  (host, options, callback) => {
    resolver.resolve4(host, (failure, four) => {
      resolver.resolve6(host, (_, six) => {
        const addresses = [...withFamily(four, 4), ...withFamily(six, 6)];
        const [first] = addresses;
        if (first === undefined) {
          return callback(failure ?? new OutboundError(`${host} has no address`, { passes: true }), '');
        }
        if (!addresses.every(({ address }) => isPublic(address))) {
          return callback(new OutboundError(`${host} is not on the public internet`), '');
        }
        if (options.all === true) return callback(null, addresses);
        return callback(null, first.address, first.family);
      });
    });
  };

/** None where the lookup failed, whatever the types say. */
const withFamily = (addresses: readonly string[] | undefined, family: 4 | 6) =>
  (addresses ?? []).map((address) => ({ address, family }));

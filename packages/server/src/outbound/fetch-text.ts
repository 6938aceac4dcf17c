import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Response } from 'undici';

/** The text could not be fetched. The message is a clause that says why. */
export class OutboundError extends Error {
  /** Whether a later attempt may succeed. */
  readonly passes: boolean;

  constructor(message: string, { passes = false, cause }: { passes?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.passes = passes;
  }
}

interface OutboundRules {
  /** Allowed hosts, with their port unless it is the default of the scheme. */
  hosts: readonly string[];
  /** Whether plain HTTP and private addresses are allowed. */
  mayCallPrivate: boolean;
}

const redirectsMax = 3;
const timeoutMs = 5_000;
const bytesMax = 64 * 1024;

/**
 * The text at a foreign URL, or undefined if nothing is there. Every redirect is checked: its host must be allowed,
 * and must resolve to public addresses. Throws OutboundError.
 */
export const fetchText = async (address: string, rules: OutboundRules): Promise<string | undefined> => {
  // Loaded when it is needed: few registries call out, and every start would pay for it.
  // By its default export, which is all that the bundle of the server has of it.
  const {
    default: { Agent, fetch },
  } = await import('undici');
  const agent = new Agent({
    connect: { timeout: timeoutMs, ...(rules.mayCallPrivate ? {} : { lookup: lookUpGuarded }) },
    maxHeaderSize: 16 * 1024,
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const request: Request = (url) =>
    fetch(url, {
      dispatcher: agent,
      signal,
      redirect: 'manual',
      headers: { accept: 'text/plain, */*', 'accept-encoding': 'identity' },
    });
  try {
    return await follow(address, rules, request);
  } finally {
    await agent.destroy();
  }
};

type Request = (url: URL) => Promise<Response>;

const follow = async (
  address: string,
  rules: OutboundRules,
  request: Request,
): Promise<string | undefined> => {
  let url = requireAllowed(address, rules);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const response = await call(url, request);
    const { status, headers, body } = response;
    if (status >= 300 && status < 400) {
      await body?.cancel();
      url = requireAllowed(headers.get('location') ?? '', rules, url);
      continue;
    }
    if (status === 200) return readText(body);
    await body?.cancel();
    if (status === 404 || status === 410) return undefined;
    throw new OutboundError(`${url.host} answers with status ${status}`, { passes: true });
  }
  throw new OutboundError(`${url.host} redirects more than ${redirectsMax} times`);
};

const requireAllowed = (address: string, { hosts, mayCallPrivate }: OutboundRules, base?: URL): URL => {
  if (!URL.canParse(address, base?.href)) throw new OutboundError('the address is not well-formed');
  const url = new URL(address, base);
  const schemes = mayCallPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) throw new OutboundError('the address does not begin with https://');
  if (url.username !== '' || url.password !== '') throw new OutboundError('the address contains a password');
  if (!hosts.includes(url.host))
    throw new OutboundError(`the host ${url.host} is not one that may be called`);
  // A literal address is never resolved, so it is checked here.
  if (!mayCallPrivate && !isForeignAddress(url.hostname)) {
    throw new OutboundError(`${url.host} is not on the public internet`);
  }
  return url;
};

const call = async (url: URL, request: Request): Promise<Response> => {
  try {
    return await request(url);
  } catch (cause) {
    throw new OutboundError(`${url.host} cannot be reached`, { passes: true, cause });
  }
};

const readText = async (body: AsyncIterable<Uint8Array> | null): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new OutboundError(`the file is over ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    throw new OutboundError('the response ended before it was complete', { passes: true, cause });
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Whether the host is a name or a literal public address. */
export const isForeignAddress = (host: string): boolean => {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  return !ipaddr.isValid(literal) || isPublic(literal);
};

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** Resolves a name, and fails if any of its addresses is not public. */
export const lookUpGuarded: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null) return callback(error, '');
    if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
      return callback(new Error(`${host} is not on the public internet`), '');
    }
    if (options.all === true) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

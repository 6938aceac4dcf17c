import type { Response } from 'undici';
import { OutboundError, openOutboundAgent, requireForeignUrl } from './outbound-agent.ts';

interface OutboundRules {
  /** Allowed hosts, with their port unless it is the default of the scheme. */
  hosts: readonly string[];
  /** Whether plain HTTP and private addresses are allowed. */
  mayCallPrivate: boolean;
  /** Of the text; 64 KiB by default. */
  bytesMax?: number;
}

const redirectsMax = 3;
const timeoutMs = 5_000;
const usualBytesMax = 64 * 1024;

/**
 * The text at a foreign URL, or undefined if nothing is there. Every redirect is checked: its host must be allowed,
 * and must resolve to public addresses. Throws OutboundError.
 */
export const fetchText = async (address: string, rules: OutboundRules): Promise<string | undefined> => {
  const {
    default: { fetch },
  } = await import('undici');
  const agent = await openOutboundAgent(rules.mayCallPrivate, timeoutMs);
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
    if (status === 200) return readText(body, rules.bytesMax ?? usualBytesMax);
    await body?.cancel();
    if (status === 404 || status === 410) return undefined;
    throw new OutboundError(`${url.host} answers with status ${status}`, { passes: true });
  }
  throw new OutboundError(`${url.host} redirects more than ${redirectsMax} times`);
};

const requireAllowed = (address: string, { hosts, mayCallPrivate }: OutboundRules, base?: URL): URL => {
  const url = requireForeignUrl(address, mayCallPrivate, base);
  if (!hosts.includes(url.host))
    throw new OutboundError(`the host ${url.host} is not one that may be called`);
  return url;
};

const call = async (url: URL, request: Request): Promise<Response> => {
  try {
    return await request(url);
  } catch (cause) {
    throw new OutboundError(`${url.host} cannot be reached`, { passes: true, cause });
  }
};

const readText = async (body: AsyncIterable<Uint8Array> | null, bytesMax: number): Promise<string> => {
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

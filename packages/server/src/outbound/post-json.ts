import { limits } from '@patchbay/contract';
import type { Agent, Response } from 'undici';
import { OutboundError, openOutboundAgent, requireForeignUrl } from './outbound-agent.ts';

/** What a receiver answered. */
export interface Answer {
  status: number;
  /** The beginning of its body in one line of visible characters, or empty. */
  excerpt: string;
}

/** Sends to one receiver. */
export interface Sender {
  /** Sends JSON and follows no redirect. Throws OutboundError if there is no answer. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

/** Of an answer: what is read of its body, and for how long once its status is there. */
const [readBytesMax, readMs] = [4 * 1024, 1_000];
const timeoutMs = limits.webhookAttemptSeconds * 1_000;

/** Throws OutboundError if the URL may not be called. Names are resolved and checked with each connection. */
export const openSender = async (address: string, mayCallPrivate: boolean): Promise<Sender> => {
  const url = requireReceiver(address, mayCallPrivate);
  const agent = await openOutboundAgent(mayCallPrivate, timeoutMs);
  return {
    post: (body, headers) => post(agent, url, body, headers),
    close: () => agent.destroy(),
  };
};

/** The lowest port besides that of https: below it are services that speak otherwise. */
const otherPortMin = 1_024;

/** The URL of a receiver. Throws OutboundError unless it may be called. */
export const requireReceiver = (address: string, mayCallPrivate: boolean): URL => {
  const url = requireForeignUrl(address, mayCallPrivate);
  if (!mayCallPrivate && url.port !== '' && Number(url.port) < otherPortMin) {
    throw new OutboundError(`the port must be 443, or ${otherPortMin} and above`);
  }
  return url;
};

const post = async (
  agent: Agent,
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const {
    default: { fetch },
  } = await import('undici');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    });
    return { status: response.status, excerpt: await readExcerpt(response) };
  } catch (cause) {
    throw new OutboundError(reasonOf(cause, url.host), { passes: true, cause });
  }
};

/** Why there is no answer, without what the system says of its own network. */
const reasonOf = (error: unknown, host: string): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause.message;
    if (cause.name === 'TimeoutError') return `${host} did not answer within ${timeoutMs / 1_000} seconds`;
  }
  return `${host} cannot be reached`;
};

/** Stops reading soon: the status says what matters. */
const readExcerpt = async ({ body }: Response): Promise<string> => {
  if (body === null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), readMs);
  try {
    for (let bytes = 0; bytes < readBytesMax;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
  } catch {
    // The body broke off; the status was there, and so is its beginning.
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
  return lineOf(Buffer.concat(chunks).toString('utf8'));
};

const lineOf = (text: string): string =>
  text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, limits.webhookExcerptCharsMax)
    .toWellFormed();

import type { ClientError } from '@patchbay/client';
import type { Call } from '../call.ts';
import { type Connection, connectWith } from '../connect.ts';
import { CliError } from '../errors.ts';

/** What the person sees on the page of the registry. */
const clientId = 'patchbay';
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
/** By how much the pause grows when the registry asks for it (RFC 8628, section 3.5). */
const slowerBySeconds = 5;
/** Whatever a registry says, nobody waits longer, and no poll comes sooner. */
const waitSeconds = { min: 1, max: 30 * 60 };

/** Has somebody approve this program on a page of the registry (RFC 8628). Returns the token of the session. */
export const signInByDevice = async (call: Call, registry: string): Promise<string> => {
  const { context, event } = call;
  const { api, client } = await connectWith(context, registry, undefined);
  const { device_code, user_code, verification_uri, expires_in, interval } = await api.requestDeviceCode(
    client,
    { body: { client_id: clientId } },
  );
  event(
    'code',
    { user_code, verification_uri, expires_in },
    `Open ${verification_uri} and enter the code ${user_code}`,
  );
  const closing = new AbortController();
  const endsAt = context.now().getTime() + withinBounds(expires_in) * 1_000;
  const approved = waitForApproval(call, { api, client }, { device_code, interval, endsAt }, closing.signal);
  // An approval from another device needs no answer to this question. Canceling the question cancels the sign-in.
  const asked = offerBrowser(call, verification_uri, closing.signal);
  try {
    return await Promise.race([approved, asked.then(() => approved)]);
  } finally {
    closing.abort();
  }
};

interface Waiting {
  readonly device_code: string;
  /** Seconds between two polls. */
  readonly interval: number;
  /** When the code expires. */
  readonly endsAt: number;
}

const waitForApproval = async (
  { context }: Call,
  { api, client }: Pick<Connection, 'api' | 'client'>,
  { device_code, interval, endsAt }: Waiting,
  signal: AbortSignal,
): Promise<string> => {
  let pauseSeconds = withinBounds(interval);
  for (;;) {
    await context.pause(pauseSeconds * 1_000, signal);
    try {
      const body = { grant_type: grantType, device_code, client_id: clientId } as const;
      return (await api.redeemDeviceCode(client, { body })).access_token;
    } catch (error) {
      const next = pauseAfter(error as ClientError, pauseSeconds);
      if (next === undefined) throw error;
      if (context.now().getTime() >= endsAt) throw expired(error);
      pauseSeconds = withinBounds(next);
    }
  }
};

/** The shortest time for what is no number. */
const withinBounds = (seconds: number): number =>
  Math.min(Math.max(seconds, waitSeconds.min) || waitSeconds.min, waitSeconds.max);

/** How long to wait before the next poll; undefined if there must be none. */
const pauseAfter = (error: ClientError, seconds: number): number | undefined => {
  switch (error.name) {
    // A registry that is away for a moment may be back before the code expires.
    case 'ConnectionError':
    case 'TimeoutError':
      return seconds * 2;
    case 'RegistryError':
      if (error.code === 'authorization_pending') return seconds;
      if (error.code === 'slow_down') return seconds + slowerBySeconds;
      return error.status === 429 || error.status === 503 ? seconds * 2 : undefined;
    default:
      return undefined;
  }
};

/** Opens nothing unasked, and nothing that is no page. */
const offerBrowser = async (
  { context, isInteractive, event }: Call,
  uri: string,
  signal: AbortSignal,
): Promise<void> => {
  if (!isInteractive || !/^https?:\/\//.test(uri)) return;
  const prompts = await context.prompts();
  const isWanted = await prompts.confirm('Open this page in the browser?', { initial: true, signal });
  if (signal.aborted) return;
  if (isWanted) context.openBrowser(uri);
  event('waiting', {}, 'Waiting for somebody to approve it …', { passes: true });
};

const expired = (cause: unknown): CliError =>
  new CliError('expired_token', 'Nobody approved the sign-in in time.', { cause });

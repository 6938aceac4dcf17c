import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '@patchbay/contract';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { deleteEnded } from '../store/rows/any-rows.ts';
import { type SignInFlow, countFlows, insertFlow, takeFlow } from '../store/rows/sign-in-flows.ts';
import type { Store, Writer } from '../store/store.ts';
import type { Cause } from '../store/log/change.ts';
import { networkMark } from './session-origin.ts';
import { tokenDigest } from './tokens.ts';

/** The secret that binds a sign-in to the browser that began it: 256 random bits, of which the digest is stored. */
export const makeFlow = (): string => randomBytes(32).toString('base64url');

/**
 * What the provider and its answer must repeat. It follows from the secret of the sign-in and from that of the server,
 * so that neither a copy of the database nor the browser has what proves the other.
 */
export const proofsOf = (
  secret: string,
  flow: string,
): { state: string; nonce: string; verifier: string } => {
  const prove = (what: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['external sign-in', what, flow]))
      .digest('base64url');
  return { state: prove('state'), nonce: prove('nonce'), verifier: prove('verifier') };
};

const retrySeconds = '60';
/** Of the sign-ins that were never completed, how many a new one removes. */
const removedMax = 100;

/** Stores a sign-in that begins. Throws if too many are under way. */
export const storeFlow = async (
  tx: Writer,
  { SECRET }: Pick<Config, 'SECRET'>,
  ip: string,
  { flow, ...about }: { flow: string } & Pick<SignInFlow, 'purpose' | 'user_id' | 'user_code'>,
): Promise<void> => {
  await deleteEnded(tx, 'sign_in_flows', { by: tx.now, max: removedMax });
  const network = networkMark(SECRET, ip);
  const headers = { 'retry-after': retrySeconds };
  if ((await countFlows(tx.db, { now: tx.now, network })) >= limits.externalSignInsOfAddressMax) {
    throw new ApiError(
      'rate_limited',
      `${limits.externalSignInsOfAddressMax} sign-ins from this address are under way. Complete one of them, or try again in some minutes.`,
      { headers },
    );
  }
  if ((await countFlows(tx.db, { now: tx.now })) >= limits.externalSignInsMax) {
    throw new ApiError('unavailable', 'Too many sign-ins are under way. Try again in some minutes.', {
      headers,
    });
  }
  const expires = Date.parse(tx.now) + limits.externalSignInSeconds * 1_000;
  await insertFlow(tx, {
    ...about,
    id: tokenDigest(flow),
    network,
    expires_at: new Date(expires).toISOString(),
  });
};

/** Takes a sign-in, which can be completed once, whatever comes of it. Throws `sign_in_failed`. */
export const takeSignIn = async (
  store: Pick<Store, 'write'>,
  cause: Cause,
  flow: string,
): Promise<SignInFlow> => {
  const taken = await store.write(cause, (tx) => takeFlow(tx, tokenDigest(flow)));
  if (taken === undefined) {
    throw signInFailed('The sign-in is unknown, was completed before, or took too long. Begin again.');
  }
  return taken;
};

export const signInFailed = (sentence: string, cause?: unknown): ApiError =>
  new ApiError('sign_in_failed', sentence, { cause });

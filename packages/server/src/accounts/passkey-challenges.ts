import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@patchbay/contract';
import { type useChallenge } from '../store/rows/passkeys.ts';
import { tokenDigest } from './tokens.ts';

/** What a challenge is for: to prove a passkey, or to add one to the account of a user. */
export type ChallengePurpose = 'prove' | `add:${string}`;

const [timeBytes, nonceBytes] = [6, 16];

const sign = (secret: string, purpose: ChallengePurpose, head: Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['passkey', purpose]))
    .update(head)
    .digest();

/** A new challenge: when it expires and a nonce, signed, so that nothing is stored for whoever asks for one. */
export const makeChallenge = (
  secret: string,
  purpose: ChallengePurpose,
  now: Date,
): Uint8Array<ArrayBuffer> => {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now.getTime() + limits.pendingSignInSeconds * 1_000, 0, timeBytes);
  const head = Buffer.concat([time, randomBytes(nonceBytes)]);
  return new Uint8Array(Buffer.concat([head, sign(secret, purpose, head)]));
};

/** A challenge of this server that has not expired, for `useChallenge`; undefined for any other text. */
export const readChallenge = (
  secret: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Parameters<typeof useChallenge>[1] | undefined => {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, timeBytes + nonceBytes);
  const good = sign(secret, purpose, head);
  const signature = bytes.subarray(head.length);
  if (signature.length !== good.length || !timingSafeEqual(signature, good)) return undefined;
  const expires = head.readUIntBE(0, timeBytes);
  return expires > now.getTime()
    ? { digest: tokenDigest(bytes.toString('base64url')), expires_at: new Date(expires).toISOString() }
    : undefined;
};

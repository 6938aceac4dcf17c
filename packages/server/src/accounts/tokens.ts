import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'pbp_';
const secretBytes = 24;
const shape = /^pbp_([\w-]{32})([\da-f]{8})$/;

const checksum = (secret: string): string => crc32(secret).toString(16).padStart(8, '0');

/** A new secret of 192 random bits, and the two forms of it that are stored. */
export const makeToken = (): { token: string; sha256: string; masked: string } => {
  const secret = randomBytes(secretBytes).toString('base64url');
  const token = prefix + secret + checksum(secret);
  return { token, sha256: tokenDigest(token), masked: `${prefix}…${token.slice(-4)}` };
};

/** Whether a text has the form of our tokens, valid or not. Distinguishes it from a session token. */
export const looksLikeToken = (text: string): boolean => text.startsWith(prefix);

/** Whether the checksum is correct. This avoids a database lookup for truncated or mistyped tokens. */
export const isWellFormedToken = (text: string): boolean => {
  const [, secret, sum] = shape.exec(text) ?? [];
  return secret !== undefined && checksum(secret) === sum;
};

export const tokenDigest = (token: string): string => hash('sha256', token, 'hex');

/** The content of a moderator token. */
interface ModeratorGrant {
  /** The session that requested it. The token ends with it. */
  sessionId: string;
  /** Seconds since 1970. */
  expires: number;
}

const moderatorShape = /^pbm_([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/;

export const looksLikeModeratorToken = (text: string): boolean => text.startsWith('pbm_');

export const makeModeratorToken = (secret: string, grant: ModeratorGrant): string =>
  `pbm_${grant.sessionId}.${grant.expires}.${sign(secret, grant)}`;

/** The content of the token, or undefined if this server did not issue it or it has expired. */
export const readModeratorToken = (secret: string, token: string, now: Date): ModeratorGrant | undefined => {
  const [, sessionId, seconds, signature] = moderatorShape.exec(token) ?? [];
  if (sessionId === undefined || signature === undefined) return undefined;
  const grant = { sessionId, expires: Number(seconds) };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, grant)));
  return isOurs && grant.expires * 1000 > now.getTime() ? grant : undefined;
};

const sign = (secret: string, { sessionId, expires }: ModeratorGrant): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['moderator', sessionId, expires]))
    .digest('base64url');

/** What a token for the second step of a sign-in is made of. */
interface PendingGrant {
  userId: string;
  /** Seconds since 1970. */
  expires: number;
  /** The digest of the user code of the device that it approves, in place of beginning a session. */
  device?: string | undefined;
}

const pendingShape = /^pbs_([\w-]{1,64})\.(\d{1,12})\.([\da-f]{64})?\.([\w-]{43})$/;

export const looksLikePendingToken = (text: string): boolean => text.startsWith('pbs_');

/** It can only complete the sign-in of its user, and only while the password is the same. */
export const makePendingToken = (secret: string, grant: PendingGrant, passwordMark: string): string =>
  `pbs_${grant.userId}.${grant.expires}.${grant.device ?? ''}.${signPending(secret, grant, passwordMark)}`;

/** Whose it says it is. Undefined if it has expired or is no such token; `isPendingToken` says whether it is good. */
export const readPendingToken = (token: string, now: Date): PendingGrant | undefined => {
  const [, userId, seconds, device] = pendingShape.exec(token) ?? [];
  const grant = userId === undefined ? undefined : { userId, expires: Number(seconds), device };
  return grant !== undefined && grant.expires * 1000 > now.getTime() ? grant : undefined;
};

/** Whether this server made the token, with this password. */
export const isPendingToken = (secret: string, token: string, passwordMark: string): boolean => {
  const [, userId = '', seconds, device, signature = ''] = pendingShape.exec(token) ?? [];
  const good = signPending(secret, { userId, expires: Number(seconds), device }, passwordMark);
  return signature.length === good.length && timingSafeEqual(Buffer.from(signature), Buffer.from(good));
};

const signPending = (
  secret: string,
  { userId, expires, device = '' }: PendingGrant,
  passwordMark: string,
): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['second step', userId, expires, device, passwordMark]))
    .digest('base64url');

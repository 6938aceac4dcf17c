import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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

export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

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

import { createHash, randomBytes } from 'node:crypto';
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

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of a moderator token. */
export interface ModeratorGrant {
  /** The session that requested it. The token ends with it. */
  sessionId: string;
  /** Seconds since 1970. */
  expires: number;
}

const shape = /^pbm_([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/;

export const looksLikeModeratorToken = (text: string): boolean => text.startsWith('pbm_');

export const makeModeratorToken = (secret: string, grant: ModeratorGrant): string =>
  `pbm_${grant.sessionId}.${grant.expires}.${sign(secret, grant)}`;

/** The content of the token, or undefined if this server did not issue it or it has expired. */
export const readModeratorToken = (secret: string, token: string, now: Date): ModeratorGrant | undefined => {
  const [, sessionId, seconds, signature] = shape.exec(token) ?? [];
  if (sessionId === undefined || signature === undefined) return undefined;
  const grant = { sessionId, expires: Number(seconds) };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, grant)));
  return isOurs && grant.expires * 1000 > now.getTime() ? grant : undefined;
};

const sign = (secret: string, { sessionId, expires }: ModeratorGrant): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['moderator', sessionId, expires]))
    .digest('base64url');

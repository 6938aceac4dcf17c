import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an upload address binds. */
export interface UploadGrant {
  publisherId: string;
  nodeKey: string;
  versionId: string;
  /** Seconds since 1970. */
  expires: number;
}

export const signUploadGrant = (secret: string, grant: UploadGrant): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['upload', grant.publisherId, grant.nodeKey, grant.versionId, grant.expires]))
    .digest('base64url');

export const verifyUploadGrant = (secret: string, grant: UploadGrant, signature: string): boolean => {
  const expected = Buffer.from(signUploadGrant(secret, grant));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

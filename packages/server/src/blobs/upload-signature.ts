import { createHmac, timingSafeEqual } from 'node:crypto';
import { uploadPath } from '@patchbay/contract';

/** What an upload address binds. */
export interface UploadGrant {
  publisherId: string;
  nodeKey: string;
  versionId: string;
  /** Of the token that published; null when that was before tokens were noted. */
  tokenId: string | null;
  /** Seconds since 1970. */
  expires: number;
}

/** What this server signs its own upload addresses with, and where it is reached. */
export interface OwnAddresses {
  secret: string;
  publicUrl: () => string;
}

/** The address at which this server itself takes the package. */
export const signOwnAddress = ({ secret, publicUrl }: OwnAddresses, grant: UploadGrant): string => {
  const query = new URLSearchParams({
    expires: String(grant.expires),
    signature: signUploadGrant(secret, grant),
  });
  return `${publicUrl()}${uploadPath(grant)}?${query.toString()}`;
};

export const signUploadGrant = (secret: string, grant: UploadGrant): string =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'upload',
        grant.publisherId,
        grant.nodeKey,
        grant.versionId,
        grant.tokenId,
        grant.expires,
      ]),
    )
    .digest('base64url');

export const verifyUploadGrant = (secret: string, grant: UploadGrant, signature: string): boolean => {
  const expected = Buffer.from(signUploadGrant(secret, grant));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

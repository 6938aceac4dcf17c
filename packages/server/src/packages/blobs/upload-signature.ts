import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits, uploadPath } from '@patchbay/contract';

/** How long after the last publish request the package may still arrive, with a fresh URL. */
export const uploadWindowMs = limits.packageArrivalHours * 60 * 60_000;

/** The data that an upload URL binds. */
export interface UploadGrant {
  publisherId: string;
  nodeKey: string;
  versionId: string;
  /** The token of the publish; null if the publish was before tokens were recorded. */
  tokenId: string | null;
  /** Seconds since 1970. */
  expires: number;
}

/** The key with which this server signs its own upload URLs, and its public address. */
export interface OwnAddresses {
  secret: string;
  publicUrl: () => string;
}

/** The URL at which this server itself receives the package. */
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

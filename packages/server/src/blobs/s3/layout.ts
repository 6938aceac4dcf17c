import type { UploadGrant } from '../upload-signature.ts';

/** Side by side, so that what may be read by anyone, and what ends by itself, are each one prefix. */
export const storedKey = (key: string): string => `packages/${key}`;

/**
 * Where the package of a version arrives, before anybody looked at it. The token is part of it: the address of one
 * that was revoked stays good at the store for a while, and must not reach what a later publish waits for.
 */
export const arrivalKey = ({ versionId, tokenId }: Pick<UploadGrant, 'versionId' | 'tokenId'>): string =>
  tokenId === null ? `uploads/${versionId}` : `uploads/${versionId}/${tokenId}`;

/** Where a refused package is kept for a person to look at. */
export const quarantineKey = (versionId: string): string => `quarantine/${versionId}.zip`;

/** What every object of ours is served with: it never changes. */
export const storedHeaders = {
  ContentType: 'application/zip',
  CacheControl: 'public, max-age=31536000, immutable',
} as const;

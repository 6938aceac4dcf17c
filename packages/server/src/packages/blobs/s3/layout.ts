import type { UploadGrant } from '../upload-signature.ts';

/** Siblings, so that public objects and expiring objects each have a prefix of their own. */
export const storedKey = (key: string): string => `packages/${key}`;

/**
 * Where the package of a version arrives before its inspection. The key includes the token: the URL of a revoked token
 * stays valid at the store for a while and must not reach the location where a later publish expects its package.
 */
export const arrivalKey = ({ versionId, tokenId }: Pick<UploadGrant, 'versionId' | 'tokenId'>): string =>
  tokenId === null ? `uploads/${versionId}` : `uploads/${versionId}/${tokenId}`;

/** Where a refused package is stored for people to examine. */
export const quarantineKey = (versionId: string): string => `quarantine/${versionId}.zip`;

/** The cache header of every object: it never changes. */
export const storedHeaders = {
  ContentType: 'application/zip',
  CacheControl: 'public, max-age=31536000, immutable',
} as const;

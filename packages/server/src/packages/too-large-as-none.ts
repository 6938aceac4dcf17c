import { BlobTooLargeError } from './blobs/blob-store.ts';

/** For a package in staging: undefined if it is too large. Throws every other error. */
export const tooLargeAsNone = (error: unknown): undefined => {
  if (!(error instanceof BlobTooLargeError)) throw error;
};

import type { BlobStore } from './blobs/blob-store.ts';
import { uploadWindowMs } from './blobs/upload-window.ts';

const waitMs = { least: 1_000, most: 10 * 60_000 };
/** After a while it is looked again a quarter of that while later: some 30 looks until the address has expired. */
const shareOfWait = 4;

/**
 * When to look next for the package of a version that was last published 24 hours before its deadline: at the
 * deadline where uploads come by this server, and ever more seldom until then where they do not.
 */
export const nextLook = (
  { findArrival }: Pick<BlobStore, 'findArrival'>,
  uploadDeadline: string,
  now: Date,
): Date => {
  const deadline = Date.parse(uploadDeadline);
  if (findArrival === undefined) return new Date(deadline);
  const waited = now.getTime() - (deadline - uploadWindowMs);
  const wait = Math.min(Math.max(waited / shareOfWait, waitMs.least), waitMs.most);
  return new Date(Math.min(now.getTime() + wait, deadline));
};

/** What a browser is asked to do with a package. */
export const sourceBounds = {
  /** Of a file that is shown; of a larger one, the bytes are offered. */
  shownBytesMax: 1_000_000,
  shownLinesMax: 20_000,
  highlightedBytesMax: 256_000,
  /** Of a file that is saved without the rest of its package. */
  savedBytesMax: 64_000_000,
  /** That a search reads without asking. */
  searchedBytesMax: 10_000_000,
  matchesMax: 500,
  workerMsMax: 10_000,
  /** Rows of the list of files on a page, and of one list of a comparison. */
  listedMax: 1_000,
} as const;

/** Raised whenever the same sources may give other app-nodes than before. */
export const EXTRACTOR_VERSION = 3;

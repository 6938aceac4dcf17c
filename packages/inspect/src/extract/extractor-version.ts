/** Raised whenever the same package may give other app-nodes or another readme than before. */
export const EXTRACTOR_VERSION = 5;

/** Raised whenever the app-nodes or the readme of an unchanged package may differ from before. */
export const EXTRACTOR_VERSION = 10;

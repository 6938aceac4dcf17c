/** Why a file of a package is not shown, as a sentence for its reader. */
export class SourceError extends Error {}

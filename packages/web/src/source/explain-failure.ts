import { SourceError } from './source-error.ts';

/** What a reader is told. */
export const explainFailure = (error: unknown): string =>
  error instanceof SourceError ? error.message : 'The file could not be shown. Load the page again.';

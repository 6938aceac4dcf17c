import type { Extraction } from '@patchbay/inspect';

/** The extraction from a package whose last attempt failed. */
export const notReadable: Extraction = {
  status: 'failed',
  confidence: 0,
  appNodes: [],
  problems: [
    { file: '', line: 0, message: 'the sources could not be read within the limits of time and memory' },
  ],
};

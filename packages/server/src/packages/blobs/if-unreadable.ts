import { BlobMissingError } from './blob-store.ts';

/** File system codes that one file can have while others are readable. */
const ofOneFile = new Set(['EACCES', 'EIO', 'EISDIR', 'ENOTDIR', 'EPERM']);

/**
 * Handles an error by which one package or file cannot be read, and is told what is wrong: `is missing`, or `cannot be
 * read (EIO)`. Any other error says nothing of the file and is thrown again.
 */
export const ifUnreadable =
  <Result>(handle: (fault: string) => Result) =>
  (error: unknown): Result => {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof BlobMissingError || code === 'ENOENT') return handle('is missing');
    if (ofOneFile.has(code)) return handle(`cannot be read (${code})`);
    throw error;
  };

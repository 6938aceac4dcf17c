import { limits } from '@patchbay/contract';
import { BlobsAwayError, isStorageAway } from '../errors.ts';
import { TooHeavyError } from './package-reader.ts';

/**
 * Handles that a package could not be read in so many attempts: the last one gives it up and has the result `instead`,
 * those before throw the error. A store or disk that is away condemns no package, and is thrown as BlobsAwayError.
 */
export const giveUpAfter =
  <Result>(attempts: number, instead: Result) =>
  (error: unknown): Result => {
    if (isStorageAway(error)) throw new BlobsAwayError('a package cannot be read now', { cause: error });
    const max = error instanceof TooHeavyError ? limits.heavyAttemptsMax : limits.packageAttemptsMax;
    if (attempts < max) throw error;
    return instead;
  };

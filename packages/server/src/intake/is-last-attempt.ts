import { limits } from '@patchbay/contract';
import { BlobsAwayError } from '../errors.ts';
import { TooHeavyError } from '../readers/package-reader.ts';

/** Whether a package that could not be read in so many attempts is given up; the error is that of the last one. */
export const isLastAttempt = (attempts: number, error: unknown): boolean => {
  // It says nothing of the package.
  if (error instanceof BlobsAwayError) return false;
  const max = error instanceof TooHeavyError ? limits.heavyAttemptsMax : limits.packageAttemptsMax;
  return attempts >= max;
};

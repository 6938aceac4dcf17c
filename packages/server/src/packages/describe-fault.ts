import { tooLargeSentence } from '../errors.ts';
import type { PackageFault } from './intake.ts';

/** What is wrong with a package and what to do about it, in a sentence for its publisher. */
export const describeFault = (fault: PackageFault): string => {
  switch (fault.kind) {
    case 'too-large':
      return tooLargeSentence(fault.bytesMax);
    case 'too-heavy':
      return 'Reading the package takes too long. Make it smaller or split it.';
    case 'invalid':
      return fault.message;
    case 'mismatch':
      return fault.mismatches.join(' ');
  }
};

import type { RuleText } from '../rule.ts';

/** Findings for a package that the checks could not finish. */
export const limitRules = {
  'could-not-check': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means:
      'This could not be read to its end or within the budget of the checks, so nothing is known about it.',
    fix: 'Split or shrink the file, or leave it out of the package, and publish again.',
  },
  'not-followed': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'The files of the package use each other so much that not every value was followed to its source.',
    fix: 'Leave libraries out of the package and name them as dependencies.',
  },
  'more-findings': {
    severity: 'warning',
    shadow: false,
    reads: 'any file',
    means: 'There is more than one answer shows; further findings were left out.',
    fix: 'Deal with the findings shown and publish again to see the others.',
  },
} as const satisfies Record<string, RuleText>;

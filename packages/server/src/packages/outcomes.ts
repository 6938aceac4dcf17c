import type { Verdict } from '@patchbay/inspect';
import { RULESET_VERSION } from '@patchbay/inspect/facts';
import type { VersionRecord } from '../store/rows/versions.ts';

/** What becomes of a Pending version by the outcome of its checks. */
export const outcomes = {
  passed: { status: 'NodeVersionStatusActive', statusReason: null },
  found: {
    status: 'NodeVersionStatusFlagged',
    statusReason:
      'The checks found something; the findings of the version say what, where and how to fix it.',
  },
  'could-not-check': {
    status: 'NodeVersionStatusFlagged',
    statusReason: 'The package could not be checked to its end; ask for another check, or a moderator.',
  },
  'first-of-publisher': {
    status: 'NodeVersionStatusFlagged',
    statusReason:
      'The checks passed. This is the first version of the publisher, so a moderator looks at it; later versions do not wait.',
  },
} as const satisfies Record<
  Verdict['outcome'] | 'first-of-publisher',
  Pick<VersionRecord, 'status' | 'statusReason'>
>;

/** The verdict on a package whose last attempt failed. */
export const notCheckable: Verdict = {
  outcome: 'could-not-check',
  findings: [],
  rulesetVersion: RULESET_VERSION,
};

import type { SoundPackage, Verdict } from '@patchbay/inspect';
import { RULESET_VERSION } from '@patchbay/inspect/facts';
import type { Config } from '../config.ts';
import { isPublisherApproved } from '../store/rows/publishers.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { ReadConnection } from '../store/store.ts';

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

/** What becomes of a Pending version by the verdict on its package. */
export const judge = async (
  { FIRST_VERSION }: Pick<Config, 'FIRST_VERSION'>,
  read: ReadConnection,
  { nodeKey }: Pick<VersionRecord, 'nodeKey'>,
  { outcome }: Verdict,
): Promise<Pick<VersionRecord, 'status' | 'statusReason'>> => {
  const isFirst =
    outcome === 'passed' && FIRST_VERSION === 'review' && !(await isPublisherApproved(read, nodeKey));
  return outcomes[isFirst ? 'first-of-publisher' : outcome];
};

/** The reading of a package whose last attempt failed: nothing of it is known. */
export const unreadable: Omit<SoundPackage, 'files' | 'areAll'> = {
  verdict: { outcome: 'could-not-check', findings: [], rulesetVersion: RULESET_VERSION },
  status: 'failed',
  confidence: 0,
  appNodes: [],
  problems: [
    { file: '', line: 0, message: 'the sources could not be read within the limits of time and memory' },
  ],
};

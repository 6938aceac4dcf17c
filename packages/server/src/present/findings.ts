import { type Findings, limits } from '@patchbay/contract';
import type { JobProgress } from '../store/queue/jobs.ts';
import type { VersionRecord } from '../store/rows/versions.ts';

/** What the findings say of a version. */
export type Judged = Pick<
  VersionRecord,
  'status' | 'statusReason' | 'verdict' | 'extractStatus' | 'extraction' | 'package' | 'uploadDeadline'
>;

/** `job`: the pending work on the version's package. */
export const presentFindings = (version: Judged, job: JobProgress | undefined): Findings => {
  const { verdict, extraction, status, statusReason, extractStatus } = version;
  return {
    status,
    ...(statusReason === null ? {} : { status_reason: statusReason }),
    ...(verdict === undefined ? {} : { outcome: verdict.outcome, ruleset_version: verdict.rulesetVersion }),
    findings: verdict?.findings ?? [],
    extraction: {
      status: extractStatus,
      ...(extraction === undefined
        ? {}
        : { extractor_version: extraction.extractorVersion, confidence: extraction.confidence }),
      problems: extraction?.problems ?? [],
    },
    ...presentWaiting(version, job),
  };
};

type Waiting = Pick<Findings, 'waits_for' | 'waits_until' | 'attempts' | 'way_out'>;

const presentWaiting = (version: Judged, job: JobProgress | undefined): Waiting => {
  const waitsFor = whatItWaitsFor(version);
  if (waitsFor === undefined) return {};
  const waiting = { waits_for: waitsFor, way_out: waysOut[waitsFor] };
  if (waitsFor === 'package') return { ...waiting, waits_until: version.uploadDeadline };
  if (waitsFor === 'moderator' || job === undefined) return waiting;
  const attempts = { made: job.attempts, max: limits.packageAttemptsMax };
  return { ...waiting, waits_until: job.goesOnAt, attempts };
};

const whatItWaitsFor = ({ status, extractStatus, package: stored }: Judged): Findings['waits_for'] => {
  if (status === 'NodeVersionStatusPending') return stored === undefined ? 'package' : 'checks';
  if (status === 'NodeVersionStatusFlagged') return 'moderator';
  return status === 'NodeVersionStatusActive' && extractStatus === 'pending' ? 'extraction' : undefined;
};

const waysOut = {
  package: 'The publisher uploads the package; until then the version can be published again or deleted.',
  checks: 'The server checks the package; when the last attempt fails, a moderator decides.',
  extraction: 'The server reads the app-nodes; when the last attempt fails, anyone who may edit asks again.',
  moderator:
    'A moderator decides. The publisher deletes the version, publishes another, or asks for another check where the checks came to no end, their rules have changed since, or a moderator has meanwhile approved another version of a new publisher.',
} as const satisfies Record<NonNullable<Findings['waits_for']>, string>;

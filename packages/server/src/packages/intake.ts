import type { PackageFault as ReadFault } from '@patchbay/inspect';
import type { Obstacle } from '../authorization/availability.ts';
import type { Context } from '../context.ts';
import { tooLargeSentence } from '../errors.ts';
import type { StoredPackage } from '../store/rows/versions.ts';

/** What became of a package that came for a version. */
export type Intake = Stored | Refused | Superseded;

/** It is the package of the version, by this upload or by an earlier one of the same bytes. */
export interface Stored extends StoredPackage {
  outcome: 'stored';
}

/** It is not taken, and the version is as it was. */
export interface Refused {
  outcome: 'refused';
  reason: Refusal;
}

/** The version has another package, or has moved and waits for none. */
export interface Superseded {
  outcome: 'superseded';
  by: 'package' | 'move';
}

export type Refusal = PackageFault | { kind: 'closed'; obstacle: UploadObstacle };

/** What is wrong with the package itself, so that the same bytes are always refused. */
export type PackageFault =
  ReadFault | { kind: 'too-large'; bytesMax: number } | { kind: 'too-heavy'; cause: Error };

/** Why a version takes no package for now, whatever package that is. */
export type UploadObstacle =
  | Extract<Obstacle, 'publisher-banned' | 'node-banned' | 'node-deleted'>
  | 'publisher-deleted'
  | 'quota-used-up'
  | 'token-ended'
  | 'trusted-only';

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

/** Counts a refused package by the rule that it broke, for this process and for the registry. */
export const noteRefusal = (
  { metrics, refusals }: Pick<Context, 'metrics' | 'refusals'>,
  reason: Refusal,
): void => {
  const rule = ruleOf(reason);
  metrics.count('packagesRefused', { rule });
  refusals.count(rule);
};

const ruleOf = (reason: Refusal): string => {
  switch (reason.kind) {
    case 'invalid':
      return reason.rule;
    case 'closed':
      return reason.obstacle;
    case 'mismatch':
    case 'too-large':
    case 'too-heavy':
      return reason.kind;
  }
};

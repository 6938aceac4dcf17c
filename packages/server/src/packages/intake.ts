import type { Objection } from '@patchbay/inspect';
import type { Obstacle } from '../authorization/availability.ts';
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
  NonNullable<Objection> | { kind: 'too-large'; bytesMax: number } | { kind: 'too-heavy'; cause: Error };

/** Why a version takes no package for now, whatever package that is. */
export type UploadObstacle =
  | Extract<Obstacle, 'publisher-banned' | 'node-banned' | 'node-deleted'>
  | 'publisher-deleted'
  | 'quota-used-up'
  | 'token-ended';

import type { JobKind as KnownKind } from '@patchbay/contract';

/**
 * Every kind of job, with the resource whose id is its subject. There is one job for each kind and
 * subject, so a job that is enqueued twice runs once. `jobs/index.ts` defines what each does.
 */
export const jobKinds = {
  /** From the publish to the verdict. */
  'receive-package': 'version',
  /** From the verdict, or a request to extract again, to the app-nodes. */
  'extract-app-nodes': 'version',
  /** Sends a webhook the events that it has not received. */
  'deliver-webhook': 'webhook',
  /** Removes what nothing owns. Each run continues behind the package at which the last one stopped. */
  reap: 'package',
  /** Follows another registry, whose URL is its subject, from where the last run stopped. */
  replicate: 'source',
  /** Sends a message to a person. */
  'send-mail': 'mail',
  /** Looks up the domains of addresses. Each run continues behind the user at which the last one stopped. */
  'check-domains': 'user',
} as const satisfies Record<KnownKind, string>;

export type JobKind = keyof typeof jobKinds;

/** Whether this version knows the kind. */
export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKinds, kind);

/** No kind of job is put off for longer: what is was put off by a clock that was ahead. */
export const putOffMsMax = 2 * 24 * 60 * 60_000;

/** Work that follows from a write. There is one row for each kind and subject. */
export interface Job {
  kind: string;
  subject: string;
  /** The publisher it is for, whose jobs do not occupy all workers; empty where it is for none. */
  queue: string;
  /** The number of attempts, including the current one. */
  attempts: number;
  lease: string;
}

export interface JobRequest {
  kind: JobKind;
  subject: string;
  runAt: string;
}

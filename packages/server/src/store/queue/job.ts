import type { JobKind } from './job-kinds.ts';

/** A piece of work that follows from a write. One row for each kind and subject. */
export interface Job {
  kind: string;
  subject: string;
  /** The publisher it is for, whose jobs take turns with those of others; empty where it is for none. */
  queue: string;
  /** How often it was begun, this time included. */
  attempts: number;
  lease: string;
}

export interface JobRequest {
  kind: JobKind;
  subject: string;
  runAt: string;
}

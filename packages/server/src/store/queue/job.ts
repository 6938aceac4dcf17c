import type { JobKind } from './job-kinds.ts';

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

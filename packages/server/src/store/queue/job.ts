/** A piece of work that follows from a write. One row for each kind and subject. */
export interface Job {
  kind: string;
  subject: string;
  /** How often it was begun, this time included. */
  attempts: number;
  lease: string;
}

export interface JobRequest {
  kind: string;
  subject: string;
  runAt: string;
}

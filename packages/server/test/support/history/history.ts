import type { ListChangesReply } from '@patchbay/client';
import type { EndpointName } from '@patchbay/contract';

/** One of the log, as a moderator reads it. */
export type Change = ListChangesReply['changes'][number];

/** What a request asked to become true. Its values are of no other request, so that each can be found again. */
export interface Write {
  /** `node:<id>`, `number:<node id>@<number>`, `version:<id>` or `token:<id>` */
  subject: string;
  values: Readonly<Record<string, unknown>>;
}

/** What an answer showed of a subject: one of these states, and these values, all at one moment. */
export interface Observation {
  subject: string;
  /** Absent where the answer does not tell. */
  status?: readonly string[];
  values?: Readonly<Record<string, unknown>>;
  /** Whether it must be of this very moment through every process, as rights are. */
  isFresh?: boolean;
}

/**
 * `unknown`: no answer, or one that says the server failed; what was asked for may have happened or not.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** In the place of a process, where a store of packages answers by itself. */
export const packageStore = 'the package store';

/** One request with its answer. Times are in ms of one monotonic clock. */
export interface Operation {
  id: number;
  kind: EndpointName;
  /** The base address of the process that was asked, or `packageStore`. */
  process: string;
  caller: string;
  invokedAt: number;
  completedAt: number;
  outcome: Outcome;
  /** Absent when the connection died. */
  status?: number;
  error?: string;
  requestId?: string;
  /** Whether a failure said when to come back. */
  hasRetryAfter?: boolean;
  /** The codes that others' doings, and nothing else, can explain. */
  refusals: readonly string[];
  writes: readonly Write[];
  observations: readonly Observation[];
  /** What a reader of the log was given. */
  changes?: readonly Change[];
}

export interface History {
  operations: readonly Operation[];
  /** The whole log as it was at the end. */
  log: readonly Change[];
}

/** A rule that does not hold, and the operations that show it. */
export interface Violation {
  rule: string;
  message: string;
  operations: readonly Operation[];
}

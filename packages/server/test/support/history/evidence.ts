import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@patchbay/contract';
import type { History, Operation, Write } from './history.ts';
import { type Timelines, partOf, readTimelines } from './timeline.ts';

/** A write and the change that it is in the log. */
export interface AppliedWrite {
  operation: Operation;
  write: Write;
  seq: number;
}

/** A history with what follows from it, for the rules to judge. */
export interface Evidence extends History {
  timelines: Timelines;
  applied: readonly AppliedWrite[];
  /** Acknowledged, and not in the log. */
  missing: readonly { operation: Operation; write: Write }[];
}

export const gatherEvidence = (history: History): Evidence => {
  const timelines = readTimelines(history.log);
  const bySeq = new Map(history.log.map((change) => [change.seq, change]));
  const applied: AppliedWrite[] = [];
  const missing: Evidence['missing'][number][] = [];
  for (const operation of history.operations) {
    for (const write of operation.writes) {
      const seqs = (timelines.get(write.subject) ?? []).map(({ seq }) => seq);
      const found = seqs.filter((seq) => isOf(bySeq.get(seq), operation, write));
      for (const seq of found) applied.push({ operation, write, seq });
      if (found.length === 0 && operation.outcome === 'acknowledged') missing.push({ operation, write });
    }
  }
  return { ...history, timelines, applied, missing };
};

/** Those who asked for this change, as far as is known. */
export const askersOf = ({ applied }: Evidence, change: Change): Operation[] =>
  applied.filter(({ seq }) => seq === change.seq).map(({ operation }) => operation);

/** By the id of the request, or where no answer told it, by the values, which are of no other request. */
const isOf = (change: Change | undefined, operation: Operation, { values }: Write): boolean => {
  if (change?.request_id === undefined || !holds(partOf(change.after), values)) return false;
  if (operation.requestId !== undefined) return change.request_id === operation.requestId;
  return Object.entries(values).some(([key, value]) => key !== 'status' && typeof value === 'string');
};

/** Whether `whole` says the same as `part` wherever that says something. */
export const holds = (
  whole: Readonly<Record<string, unknown>>,
  part: Readonly<Record<string, unknown>>,
): boolean => Object.entries(part).every(([key, value]) => isDeepStrictEqual(whole[key], value));

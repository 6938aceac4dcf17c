import type { Change } from '@patchbay/contract';

/** What the log says of a subject between one of its changes and the next. */
export interface Moment {
  /** The change that began it; 0 for the time before the first. */
  seq: number;
  state: State;
}
export type State = Readonly<Record<string, unknown>> & { readonly status: string };

/** The moments of every subject, first the one in which it did not exist yet. */
export type Timelines = ReadonlyMap<string, readonly Moment[]>;

/** The subject that stands for the log itself: its value `seq` is the last number given. */
export const logSubject = 'log';

export const numberSubject = (nodeId: string, number: string): string => `number:${nodeId}@${number}`;

const absent: State = { status: 'absent' };
export const unwritten: readonly Moment[] = [{ seq: 0, state: absent }];

/** What a change brings with it and the log leaves unsaid. */
const implied: Readonly<Record<string, State>> = {
  'node.created': { status: 'NodeStatusActive' },
  'version.published': { status: 'NodeVersionStatusPending', app_node_extract_status: 'pending' },
  'version.expired': absent,
  'token.created': { status: 'live' },
  'token.revoked': { status: 'revoked' },
};

/** Replays the log. */
export const readTimelines = (log: readonly Change[]): Timelines => {
  const timelines = new Map<string, Moment[]>();
  const numbers = new Map<string, string>();
  const momentsOf = (subject: string): Moment[] => {
    const known = timelines.get(subject) ?? [...unwritten];
    timelines.set(subject, known);
    return known;
  };
  for (const change of log) {
    const { seq, subject } = change;
    const moments = momentsOf(subject);
    const state = follow(moments.at(-1)?.state ?? absent, change);
    moments.push({ seq, state });
    momentsOf(logSubject).push({ seq, state: { status: 'log', seq } });
    if (change.action === 'version.published') numbers.set(subject, numberOf(change));
    const number = numbers.get(subject);
    if (number !== undefined) {
      const id = subject.slice('version:'.length);
      momentsOf(number).push({ seq, state: state.status === 'absent' ? absent : { status: 'taken', id } });
    }
  }
  return timelines;
};

const follow = (state: State, change: Change): State => {
  // A version whose package never came leaves no row, and its number is free.
  if (change.action === 'version.deleted' && state['sha256'] === undefined) return absent;
  const kept = Object.entries(state).filter(([key]) => !(key in partOf(change.before)));
  return {
    ...Object.fromEntries(kept),
    ...implied[change.action],
    ...partOf(change.after),
  } as State;
};

/** What the subject was when this change began; absent when that is not one of its changes. */
export const stateBefore = (timelines: Timelines, subject: string, seq: number): State => {
  const moments = timelines.get(subject) ?? unwritten;
  return moments[moments.findIndex((moment) => moment.seq === seq) - 1]?.state ?? absent;
};

/** What a change says of before or after, which may be nothing. */
export const partOf = (part: unknown): Readonly<Record<string, unknown>> =>
  (part ?? {}) as Readonly<Record<string, unknown>>;

/** The number that a publish gives away. */
export const numberOf = ({ after }: Change): string => {
  const { node_id: nodeId, version } = partOf(after);
  return numberSubject(String(nodeId), String(version));
};

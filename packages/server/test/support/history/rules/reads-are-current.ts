import { type Evidence, holds } from '../evidence.ts';
import type { Observation, Operation, Violation } from '../history.ts';
import { type Moment, type State, logSubject, unwritten } from '../timeline.ts';
import { violationOf } from './violation.ts';

const neverWritten = violationOf('only what was written is read');
const behindItself = violationOf('a process shows what it acknowledged, and never goes back');
const behindOthers = violationOf('staleness is bounded');

/** From `at` on it is known that the subject has come to this position of its timeline. */
interface Sighting {
  at: number;
  position: number;
  operation: Operation;
}

/**
 * Finds for each thing an answer showed the earliest moment it can be of. That moment must not lie before what the
 * same process had acknowledged or shown when the request was sent, nor before what any process had
 * `stalenessMs` earlier, nor in a future that nobody had asked for when the answer was there.
 */
export const readsAreCurrent = (evidence: Evidence, stalenessMs: number): Violation[] => {
  const sightings = new Map(Object.entries(sightingsOfWrites(evidence)));
  const askedForAt = new Map(evidence.applied.map(({ seq, operation }) => [seq, operation.invokedAt]));
  const judge = (operation: Operation, observation: Observation): Violation[] => {
    const { subject } = observation;
    const moments = momentsOf(evidence, subject);
    const known = sightings.get(subject) ?? [];
    const own = latestOf(known.filter((sighting) => bindsOwn(sighting, operation)));
    const bound = operation.invokedAt - (observation.isFresh ? 0 : stalenessMs);
    const any = latestOf(known.filter(({ at }) => at < bound));
    const floor = Math.max(own?.position ?? 0, any?.position ?? 0);
    const position = moments.findIndex(({ state }, index) => index >= floor && shows(observation, state));
    const moment = moments[position];
    const what = `${operation.kind} showed ${JSON.stringify(observation)}`;
    if (moment !== undefined) {
      sightings.set(subject, [...known, { at: operation.completedAt, position, operation }]);
      const isOfFuture = (askedForAt.get(moment.seq) ?? 0) > operation.completedAt;
      return isOfFuture ? [neverWritten(`${what} before anybody asked for it`, operation)] : [];
    }
    if (!moments.some(({ state }) => shows(observation, state))) {
      return [neverWritten(`${what}, which never was`, operation)];
    }
    const [later, violation] = own?.position === floor ? [own, behindItself] : [any, behindOthers];
    const witnesses = later === undefined ? [] : [later.operation];
    return [violation(`${what}, which was over at ${later?.at}`, operation, ...witnesses)];
  };
  return evidence.operations
    .toSorted((a, b) => a.completedAt - b.completedAt)
    .flatMap((operation) => operation.observations.flatMap((observation) => judge(operation, observation)));
};

/** What each acknowledged write tells, of its subject and of the log, by subject. */
const sightingsOfWrites = (evidence: Evidence) =>
  Object.groupBy(
    evidence.applied
      .filter(({ operation }) => operation.outcome === 'acknowledged')
      .flatMap(({ operation, write, seq }) =>
        [write.subject, logSubject].map((subject) => ({
          subject,
          at: operation.completedAt,
          position: momentsOf(evidence, subject).findIndex((moment) => moment.seq === seq),
          operation,
        })),
      ),
    ({ subject }) => subject,
  ) as Record<string, Sighting[]>;

/** Whether the process must know of it: it came before, or it is the very write that is being answered. */
const bindsOwn = ({ at, operation: by }: Sighting, operation: Operation): boolean =>
  by === operation
    ? operation.writes.length > 0
    : at < operation.invokedAt && by.process === operation.process;

const momentsOf = ({ timelines }: Evidence, subject: string): readonly Moment[] =>
  timelines.get(subject) ?? unwritten;

const latestOf = (sightings: readonly Sighting[]): Sighting | undefined =>
  sightings.toSorted((a, b) => a.position - b.position).at(-1);

const shows = ({ status, values = {} }: Observation, state: State): boolean =>
  (status === undefined || status.includes(state.status)) && holds(state, values);

import { type Evidence, holds } from '../evidence.ts';
import type { Observation, Operation, Violation } from '../history.ts';
import { type Moment, type State, logSubject, unwritten } from '../timeline.ts';
import { violationOf } from './violation.ts';

const unwrittenRead = violationOf('only what was written is read');
const staleOwn = violationOf('a process shows what it acknowledged, and never goes back');
const staleOther = violationOf('staleness is bounded');

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
  const sightings = new Map<string, Sighting[]>();
  const see = (subject: string, sighting: Sighting): void => {
    const known = sightings.get(subject);
    if (known === undefined) sightings.set(subject, [sighting]);
    else known.push(sighting);
  };
  for (const { operation, write, seq } of evidence.applied) {
    if (operation.outcome !== 'acknowledged') continue;
    for (const subject of [write.subject, logSubject]) {
      const position = momentsOf(evidence, subject).findIndex((moment) => moment.seq === seq);
      see(subject, { at: operation.completedAt, position, operation });
    }
  }
  const askedForAt = firstAskedFor(evidence);
  return evidence.operations
    .toSorted((a, b) => a.completedAt - b.completedAt)
    .flatMap((operation) =>
      operation.observations.flatMap((observation) => {
        const moments = momentsOf(evidence, observation.subject);
        const known = sightings.get(observation.subject) ?? [];
        const own = latestOf(
          known,
          ({ at, operation: by }) =>
            isOfWrite(by, operation) || (at < operation.invokedAt && by.process === operation.process),
        );
        const bound = operation.invokedAt - (observation.isFresh ? 0 : stalenessMs);
        const any = latestOf(known, ({ at }) => at < bound);
        const floor = Math.max(own?.position ?? 0, any?.position ?? 0);
        const position = moments.findIndex(({ state }, index) => index >= floor && shows(observation, state));
        const moment = moments[position];
        if (moment === undefined) {
          const what = `${operation.kind} showed ${JSON.stringify(observation)}`;
          if (!moments.some(({ state }) => shows(observation, state))) {
            return [unwrittenRead(`${what}, which never was`, operation)];
          }
          return own?.position === floor
            ? [
                staleOwn(
                  `${what} after the same process had shown or acknowledged later`,
                  operation,
                  own.operation,
                ),
              ]
            : [
                staleOther(
                  `${what} too long after a process had shown or acknowledged later`,
                  operation,
                  ...(any === undefined ? [] : [any.operation]),
                ),
              ];
        }
        see(observation.subject, { at: operation.completedAt, position, operation });
        return (askedForAt.get(moment.seq) ?? 0) > operation.completedAt
          ? [
              unwrittenRead(
                `${operation.kind} showed ${JSON.stringify(observation)} before anybody asked for it`,
                operation,
              ),
            ]
          : [];
      }),
    );
};

/** The answer to a write shows that write. */
const isOfWrite = (by: Operation, operation: Operation): boolean =>
  by === operation && operation.writes.length > 0;

const momentsOf = ({ timelines }: Evidence, subject: string): readonly Moment[] =>
  timelines.get(subject) ?? unwritten;

const firstAskedFor = ({ applied }: Evidence): ReadonlyMap<number, number> =>
  new Map(applied.map(({ seq, operation }) => [seq, operation.invokedAt]));

const latestOf = (
  known: readonly Sighting[],
  counts: (sighting: Sighting) => boolean,
): Sighting | undefined => {
  let latest: Sighting | undefined;
  for (const sighting of known) {
    if (counts(sighting) && sighting.position > (latest?.position ?? -1)) latest = sighting;
  }
  return latest;
};

const shows = ({ status, values = {} }: Observation, state: State): boolean =>
  (status === undefined || status.includes(state.status)) && holds(state, values);

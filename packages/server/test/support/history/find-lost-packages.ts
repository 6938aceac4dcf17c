import type { Violation } from './history.ts';
import { violationOf } from './rules/violation.ts';
import type { KnownVersion, Publisher, Fixture } from './fixture.ts';
import { type Timelines, readTimelines } from './timeline.ts';
import { waitWhileLess } from './wait-while-less.ts';
import { readLog } from './workload.ts';

const patienceMs = 60_000;

const lost = violationOf('nothing acknowledged is lost');
const condemned = violationOf('no package is condemned for a fault');

/**
 * Every package of the load is a good one. Waits until each whose upload was acknowledged was taken, and finds those
 * that never were, or that the checks flagged.
 */
export const findLostPackages = async (fixture: Fixture): Promise<Violation[]> => {
  const uploaded = fixture.publishers.flatMap((publisher) =>
    publisher.versions.filter(({ isUploaded }) => isUploaded).map((version) => ({ ...version, publisher })),
  );
  let timelines: Timelines = new Map();
  const statesOf = ({ id }: KnownVersion) => (timelines.get(`version:${id}`) ?? []).map(({ state }) => state);
  const waiting = await waitWhileLess(async () => {
    timelines = readTimelines(await readLog(fixture));
    return uploaded.filter((version) => {
      const last = statesOf(version).at(-1);
      const isTaken = last?.status !== 'NodeVersionStatusPending' || last['sha256'] !== undefined;
      return !isTaken && mayBeTaken(version, timelines);
    });
  }, patienceMs);
  const flagged = uploaded.filter((version) =>
    statesOf(version).some(({ status }) => status === 'NodeVersionStatusFlagged'),
  );
  return [
    ...waiting.map(({ id }) => lost(`the package of version ${id} was acknowledged and never taken`)),
    ...flagged.map(({ id }) => condemned(`the good package of version ${id} was flagged`)),
  ];
};

/**
 * A store of its own takes what no server would: a package of a deleted node, by a token that was revoked, or to the
 * address of a publish that was repeated with another token.
 */
const mayBeTaken = (
  { attempt, publisher }: KnownVersion & { publisher: Publisher },
  timelines: Timelines,
): boolean => {
  const { nodeId, number, token, beganAt } = attempt;
  const isRepeated = publisher.attempts.some(
    (other) =>
      other.nodeId === nodeId && other.number === number && other.token !== token && other.endedAt > beganAt,
  );
  const node = timelines.get(`node:${nodeId}`)?.at(-1)?.state;
  return !token.isRevoked && !isRepeated && node?.status !== 'NodeStatusDeleted';
};

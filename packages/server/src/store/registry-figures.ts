import type { JobState, NodeVersionStatus } from '@patchbay/contract';
import { RULESET_VERSION } from '@patchbay/inspect/facts';
import { sql } from 'kysely';
import { findLastSeq } from './log/changes.ts';
import { jobState } from './queue/jobs.ts';
import { type RuleCount, findRuleCounts } from './rows/counts.ts';
import { findRuns } from './rows/operator-runs.ts';
import type { ReadConnection } from './store.ts';
import type { Row } from './tables.ts';

/** Counting stops here, so that the query costs the same for any number. */
const versionsMax = 100_000;
const jobsMax = 10_000;

const countedStatuses = [
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
  'NodeVersionStatusBanned',
  'NodeVersionStatusDeleted',
] as const satisfies readonly NodeVersionStatus[];

export interface JobFigures {
  kind: string;
  state: JobState;
  count: number;
  /** How long the oldest has been due; 0 or less if none is due yet. */
  oldestSeconds: number;
}

/** The registry in numbers. */
export interface RegistryFigures {
  /** By list: what the public lists show. */
  listed: ReadonlyMap<string, number>;
  versions: ReadonlyMap<NodeVersionStatus, number>;
  oldestFlaggedSeconds: number;
  jobs: readonly JobFigures[];
  /** What the current rules of the checks found. */
  rules: readonly RuleCount[];
  lastSeq: number;
  runs: readonly Row<'operator_runs'>[];
}

export const findRegistryFigures = async (read: ReadConnection, now: Date): Promise<RegistryFigures> => {
  const places = await read.selectFrom('places').select(['list', 'listed']).execute();
  const listed = new Map(places.map(({ list, listed }) => [list, listed]));
  const versions = new Map<NodeVersionStatus, number>([
    ['NodeVersionStatusActive', listed.get('versions') ?? 0],
  ]);
  for (const status of countedStatuses) versions.set(status, await countVersions(read, status));
  const oldestFlagged = await findOldestFlagged(read);
  return {
    listed,
    versions,
    oldestFlaggedSeconds: oldestFlagged === undefined ? 0 : secondsSince(oldestFlagged, now),
    jobs: await findJobFigures(read, now),
    rules: await findRuleCounts(read, RULESET_VERSION),
    lastSeq: await findLastSeq(read),
    runs: await findRuns(read),
  };
};

const secondsSince = (time: string, now: Date): number => (now.getTime() - Date.parse(time)) / 1_000;

const countVersions = async (read: ReadConnection, status: NodeVersionStatus): Promise<number> => {
  const some = read.selectFrom('versions').select('id').where('status', '=', status).limit(versionsMax);
  const { count } = await read
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const findOldestFlagged = async (read: ReadConnection): Promise<string | undefined> =>
  (
    await read
      .selectFrom('versions')
      .select('created_at')
      .where('status', '=', 'NodeVersionStatusFlagged')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.created_at;

const findJobFigures = async (read: ReadConnection, now: Date): Promise<JobFigures[]> => {
  const at = now.toISOString();
  const first = read
    .selectFrom('jobs')
    .select(['kind', 'run_at', jobState(at).as('state')])
    // Matches the index.
    .orderBy(sql`coalesce(leased_until, run_at)`)
    .limit(jobsMax);
  const rows = await read
    .selectFrom(first.as('first'))
    .select(['kind', 'state'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('run_at').as('oldest')])
    .groupBy(['kind', 'state'])
    .execute();
  return rows.map(({ kind, state, count, oldest }) => ({
    kind,
    state,
    count,
    oldestSeconds: secondsSince(oldest, now),
  }));
};

import { setTimeout as wait } from 'node:timers/promises';
import { RULES } from '@patchbay/inspect/facts';
import { Registry } from 'prom-client';
import { memoizeFor } from '../timing.ts';
import { type RegistryFigures, findRegistryFigures } from '../store/registry-figures.ts';
import type { SourceState } from '../replication/package-source.ts';
import type { Store } from '../store/store.ts';
import { define } from './define.ts';
import type { Sample } from './endpoint-meter.ts';
import { addRead, value } from './metrics.ts';

/** The database is queried at most this often, however many ask. */
const keptMs = 10_000;
/** A database that takes longer counts as unavailable. */
const answerMsMax = 2_000;

interface KeptFigures extends RegistryFigures {
  /** When they were counted. */
  at: Date;
}

/** The registry in numbers; undefined while the database is unavailable. Never throws. */
export type AskFigures = () => Promise<KeptFigures | undefined>;

export const keepFigures = (
  store: Store,
  now: () => Date,
  onFailure: (error: unknown) => void,
): AskFigures => {
  const count = async (at: Date): ReturnType<AskFigures> => {
    const figures = await Promise.race([
      findRegistryFigures(store.read, at).catch((error: unknown) => {
        onFailure(error);
        return undefined;
      }),
      wait(answerMsMax, undefined, { ref: false }),
    ]);
    return figures && { ...figures, at };
  };
  return memoizeFor(keptMs, now, count);
};

/** Metrics of the registry, the same in every process. */
export const registryMetrics = define({
  databaseUp: {
    name: 'patchbay_database_up',
    type: 'gauge',
    help: '1 if the database responded within 2 seconds; otherwise 0, and the metrics below are absent.',
  },
  listed: {
    name: 'patchbay_listed',
    type: 'gauge',
    labels: ['list'],
    help: 'Nodes, versions and app-nodes in the public lists.',
  },
  versions: {
    name: 'patchbay_versions',
    type: 'gauge',
    labels: ['status'],
    help: 'Versions by status, each counted up to 100,000; Active ones are `patchbay_listed{list="versions"}`.',
  },
  queueAge: {
    name: 'patchbay_review_queue_oldest_seconds',
    type: 'gauge',
    help: 'Age of the oldest Flagged version, or 0 if none is waiting for a moderator; `patchbay_versions{status="NodeVersionStatusFlagged"}` is their number.',
  },
  ruleFound: {
    name: 'patchbay_check_rule_found_versions',
    type: 'gauge',
    labels: ['rule', 'shadow'],
    help: 'Versions in which a rule of the current checks found something; rules without any are absent.',
  },
  ruleHeld: {
    name: 'patchbay_check_rule_held_versions',
    type: 'gauge',
    labels: ['rule', 'shadow'],
    help: 'Versions that this rule alone held for a moderator; with `shadow="yes"`, that it would have held.',
  },
  jobs: {
    name: 'patchbay_jobs',
    type: 'gauge',
    labels: ['kind', 'state'],
    help: 'The 10,000 jobs due first, by state: `waiting`, `running`, `scheduled` for later, or `failed` and waiting for a retry.',
  },
  jobAge: {
    name: 'patchbay_job_oldest_waiting_seconds',
    type: 'gauge',
    labels: ['kind'],
    help: 'Time for which the longest waiting job of each kind has been due.',
  },
  lastSeq: {
    name: 'patchbay_log_last_seq',
    type: 'gauge',
    help: 'The number of the last change in the log.',
  },
  sourceAge: {
    name: 'patchbay_source_synced_age_seconds',
    type: 'gauge',
    help: 'How far this registry is behind the one that it mirrors or that is its upstream; absent without one, and before the first time that all of it was read.',
  },
  sourceUp: {
    name: 'patchbay_source_up',
    type: 'gauge',
    help: '1 if that registry answered the last time, else 0.',
  },
  sourcePackages: {
    name: 'patchbay_source_packages_missing',
    type: 'gauge',
    labels: ['state'],
    help: 'Packages of that registry that are not stored here: `waiting`, or `failed` the last time that they were asked for.',
  },
  lastRun: {
    name: 'patchbay_last_run_timestamp_seconds',
    type: 'gauge',
    labels: ['run'],
    help: 'When the last `backup` without faults and the last `doctor` ended, and the last `doctor-quick`, which reads no packages; absent before the first.',
  },
  lastRunFaults: {
    name: 'patchbay_last_run_faults',
    type: 'gauge',
    labels: ['run'],
    help: 'Faults that this run found and did not repair.',
  },
});

const shadowRules: ReadonlySet<string> = new Set(
  Object.entries(RULES).flatMap(([rule, { shadow }]) => (shadow ? [rule] : [])),
);

const ruleLabels = (rule: string) => ({ rule, shadow: shadowRules.has(rule) ? 'yes' : 'no' });

/** The gauges from the database, as text; omitted while it is unavailable. Never throws. */
export const registryState = (
  figures: AskFigures,
  source: () => Promise<SourceState | undefined>,
): (() => Promise<string>) => {
  const registry = new Registry();
  const add = (metric: keyof typeof registryMetrics, read: (figures: RegistryFigures) => Sample[]): void =>
    addRead(registry, registryMetrics[metric], async () => {
      const found = await figures();
      return found === undefined ? [] : read(found);
    });
  addRead(registry, registryMetrics.databaseUp, async () => value((await figures()) === undefined ? 0 : 1));
  add('listed', ({ listed }) => [...listed].map(([list, count]) => ({ labels: { list }, value: count })));
  add('versions', ({ versions }) =>
    [...versions].map(([status, count]) => ({ labels: { status }, value: count })),
  );
  add('queueAge', ({ oldestFlaggedSeconds }) => value(oldestFlaggedSeconds));
  add('ruleFound', ({ rules }) =>
    rules.map(({ rule, versions }) => ({ labels: ruleLabels(rule), value: versions })),
  );
  add('ruleHeld', ({ rules }) => rules.map(({ rule, held }) => ({ labels: ruleLabels(rule), value: held })));
  add('jobs', ({ jobs }) =>
    jobs.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  );
  add('jobAge', ({ jobs }) =>
    jobs
      .filter(({ state }) => state === 'waiting')
      .map(({ kind, oldestSeconds }) => ({ labels: { kind }, value: oldestSeconds })),
  );
  add('lastSeq', ({ lastSeq }) => value(lastSeq));
  const addSource = (
    metric: 'sourceAge' | 'sourceUp' | 'sourcePackages',
    read: (state: SourceState, at: Date) => Sample[],
  ): void =>
    addRead(registry, registryMetrics[metric], async () => {
      const [found, state] = [await figures(), await source()];
      return found === undefined || state === undefined ? [] : read(state, found.at);
    });
  addSource('sourceAge', ({ syncedAt }, at) =>
    syncedAt === null ? [] : value(Math.max(0, at.getTime() - Date.parse(syncedAt)) / 1_000),
  );
  addSource('sourceUp', ({ isReachable }) => value(Number(isReachable)));
  addSource('sourcePackages', ({ packagesMissing, packagesFailed }) => [
    { labels: { state: 'waiting' }, value: packagesMissing - packagesFailed },
    { labels: { state: 'failed' }, value: packagesFailed },
  ]);
  add('lastRun', ({ runs }) =>
    runs.map(({ run, at }) => ({ labels: { run }, value: Date.parse(at) / 1_000 })),
  );
  add('lastRunFaults', ({ runs }) => runs.map(({ run, faults }) => ({ labels: { run }, value: faults })));
  return () => registry.metrics();
};

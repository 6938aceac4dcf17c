import { setTimeout as wait } from 'node:timers/promises';
import { RULES } from '@patchbay/inspect/facts';
import { Registry } from 'prom-client';
import { memoizeFor } from '../memoize-for.ts';
import { type RegistryFigures, findRegistryFigures } from '../store/registry-figures.ts';
import type { Store } from '../store/store.ts';
import { registryMetrics } from './definitions.ts';
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

export const keepFigures = (store: Store, now: () => Date): AskFigures => {
  const count = async (at: Date): ReturnType<AskFigures> => {
    const figures = await Promise.race([
      findRegistryFigures(store.read, at).catch(() => undefined),
      wait(answerMsMax, undefined, { ref: false }),
    ]);
    return figures && { ...figures, at };
  };
  return memoizeFor(keptMs, now, count);
};

const shadowRules: ReadonlySet<string> = new Set(
  Object.entries(RULES).flatMap(([rule, { shadow }]) => (shadow ? [rule] : [])),
);

const ruleLabels = (rule: string) => ({ rule, shadow: shadowRules.has(rule) ? 'yes' : 'no' });

/** The gauges from the database, as text; omitted while it is unavailable. Never throws. */
export const registryState = (figures: AskFigures): (() => Promise<string>) => {
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
  return () => registry.metrics();
};

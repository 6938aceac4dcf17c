import { setTimeout as wait } from 'node:timers/promises';
import { RULES } from '@patchbay/inspect/facts';
import { Registry } from 'prom-client';
import { type RegistryFigures, findRegistryFigures } from '../store/registry-figures.ts';
import type { Store } from '../store/store.ts';
import { registryMetrics } from './registry-metrics.ts';
import type { Sample } from './endpoint-meter.ts';
import { addRead, value } from './registry-of.ts';

/** The database is queried at most this often, however many scrapes there are. */
const keptMs = 10_000;
/** A database that takes longer counts as unavailable. */
const answerMsMax = 2_000;

const shadowRules: ReadonlySet<string> = new Set(
  Object.entries(RULES).flatMap(([rule, { shadow }]) => (shadow ? [rule] : [])),
);

const ruleLabels = (rule: string) => ({ rule, shadow: shadowRules.has(rule) ? 'yes' : 'no' });

/** The gauges from the database, as text; omitted while it is unavailable. Never throws. */
export const registryState = (store: Store, now: () => Date): (() => Promise<string>) => {
  let asked: Promise<RegistryFigures | undefined> | undefined;
  let askedAt = 0;
  const registry = new Registry();
  const figures = (): Promise<RegistryFigures | undefined> => {
    const at = now().getTime();
    if (asked === undefined || at - askedAt >= keptMs) {
      askedAt = at;
      asked = Promise.race([
        findRegistryFigures(store.read, now()).catch(() => undefined),
        wait(answerMsMax, undefined, { ref: false }),
      ]);
    }
    return asked;
  };
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

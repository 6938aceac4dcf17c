import { RULES } from '@patchbay/inspect/facts';
import { Registry } from 'prom-client';
import type { RegistryFigures } from '../store/registry-figures.ts';
import type { AskFigures } from './kept-figures.ts';
import { registryMetrics } from './registry-metrics.ts';
import type { Sample } from './endpoint-meter.ts';
import { addRead, value } from './registry-of.ts';

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

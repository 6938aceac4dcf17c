import type { Metric, Registry } from 'prom-client';
import type { MetricDefinition } from './metric-definition.ts';
import type { Sample } from './endpoint-meter.ts';

/** Adds a metric whose samples are read during each scrape. */
export const addRead = (
  registry: Registry,
  { name, type, help }: MetricDefinition,
  read: () => Sample[] | Promise<Sample[]>,
): void => {
  const metric = { name, type, help, get: async () => ({ name, type, help, values: await read() }) };
  // Only the parts of a metric that a registry uses; its type requires the rest of the class.
  registry.registerMetric(metric as unknown as Metric);
};

export const value = (number: number): Sample[] => [{ labels: {}, value: number }];

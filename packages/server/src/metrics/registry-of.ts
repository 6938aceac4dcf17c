import type { Metric, Registry } from 'prom-client';
import type { MetricDefinition } from './definitions.ts';
import type { Sample } from './endpoint-meter.ts';

/** Adds a metric whose samples are read each time somebody asks. */
export const addRead = (
  registry: Registry,
  { name, type, help }: MetricDefinition,
  read: () => Sample[] | Promise<Sample[]>,
): void => {
  const metric = { name, type, help, get: async () => ({ name, type, help, values: await read() }) };
  // As much of a metric as a registry uses; its type asks for the rest of the class.
  registry.registerMetric(metric as unknown as Metric);
};

export const value = (number: number): Sample[] => [{ labels: {}, value: number }];

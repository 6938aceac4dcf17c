/** The definition of one metric. */
export interface MetricDefinition {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** Each has few values, all known to the code: never an id, an address or a path. */
  labels?: readonly string[];
  /** Of a histogram, in seconds. */
  buckets?: readonly number[];
  help: string;
}

/** Keeps the keys of a table of metrics in its type. */
export const define = <Key extends string>(definitions: Readonly<Record<Key, MetricDefinition>>) =>
  definitions;

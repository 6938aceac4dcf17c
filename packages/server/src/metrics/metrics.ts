import { Counter, Histogram, type Metric, Registry, collectDefaultMetrics } from 'prom-client';
import { type MetricDefinition } from './define.ts';
import { processMetrics } from './definitions.ts';
import { EndpointMeter, type Sample } from './endpoint-meter.ts';
import { mergeTexts } from './merge-texts.ts';

type Counted =
  | 'errors'
  | 'unknownParameters'
  | 'rateLimited'
  | 'changes'
  | 'idempotentReplays'
  | 'storageFailures'
  | 'outboundFailures'
  | 'jobRuns'
  | 'packagesRefused'
  | 'packagesFetched'
  | 'replicated'
  | 'reaped'
  | 'passwordChecks'
  | 'emailDomains';
type Observed = 'jobSeconds' | 'writeWaitSeconds' | 'writeSeconds' | 'flushSeconds';
/** Metrics that are read from the part of the server they describe. */
type Read = Exclude<
  keyof typeof processMetrics,
  Counted | Observed | 'requests' | 'requestSeconds' | 'responseBytes' | 'requestBytes'
>;

/** Requests without an endpoint: unknown URLs, preflights, malformed requests. */
const noEndpoint = 'other';

let ofRuntime: Registry | undefined;

/** Memory, event loop, garbage collection and files of this process, however many servers run in it. */
const runtimeMetrics = (): Registry => {
  if (ofRuntime !== undefined) return ofRuntime;
  ofRuntime = new Registry();
  collectDefaultMetrics({ register: ofRuntime });
  return ofRuntime;
};

/**
 * The metrics of this process. A new counter needs a row in definitions.ts, its key in `Counted`, and a call of
 * `count` where the event happens.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #process: string;
  readonly #meters = new Map<string, EndpointMeter>();
  readonly #counters: Readonly<Record<Counted, Counter>>;
  readonly #histograms: Readonly<Record<Observed, Histogram>>;

  /** `process` distinguishes this process from others of the server. */
  constructor(process: string) {
    this.#process = process;
    const { requests, requestSeconds, responseBytes, requestBytes } = processMetrics;
    this.#addMetered(requests, (meter, endpoint) => meter.requests(endpoint));
    this.#addMetered(requestSeconds, (meter, endpoint) => meter.durations(endpoint, requestSeconds.name));
    this.#addMetered(responseBytes, (meter, endpoint) => meter.bytesSent(endpoint));
    this.#addMetered(requestBytes, (meter, endpoint) => meter.bytesTaken(endpoint));
    this.#counters = {
      errors: this.#counter('errors'),
      unknownParameters: this.#counter('unknownParameters'),
      rateLimited: this.#counter('rateLimited'),
      changes: this.#counter('changes'),
      idempotentReplays: this.#counter('idempotentReplays'),
      storageFailures: this.#counter('storageFailures'),
      outboundFailures: this.#counter('outboundFailures'),
      jobRuns: this.#counter('jobRuns'),
      packagesRefused: this.#counter('packagesRefused'),
      packagesFetched: this.#counter('packagesFetched'),
      replicated: this.#counter('replicated'),
      reaped: this.#counter('reaped'),
      passwordChecks: this.#counter('passwordChecks'),
      emailDomains: this.#counter('emailDomains'),
    };
    this.#histograms = {
      jobSeconds: this.#histogram('jobSeconds'),
      writeWaitSeconds: this.#histogram('writeWaitSeconds'),
      writeSeconds: this.#histogram('writeSeconds'),
      flushSeconds: this.#histogram('flushSeconds'),
    };
  }

  /** The meter of an endpoint, or of all requests without an endpoint. */
  requestsOf(endpoint: string = noEndpoint): EndpointMeter {
    const known = this.#meters.get(endpoint) ?? new EndpointMeter();
    this.#meters.set(endpoint, known);
    return known;
  }

  /** Increments a counter. The labels are those of the definition, each with few values. */
  count(metric: Counted, labels: Readonly<Record<string, string>>): void {
    this.#counters[metric].inc(labels);
  }

  countUnknownParameters(endpoint: string, parameters: number): void {
    this.#counters.unknownParameters.inc({ endpoint }, parameters);
  }

  countReaped(what: string, items: number): void {
    this.#counters.reaped.inc({ what }, items);
  }

  countError(code: string, endpoint: string = noEndpoint): void {
    this.count('errors', { endpoint, code });
  }

  observe(metric: Observed, seconds: number, labels: Readonly<Record<string, string>> = {}): void {
    this.#histograms[metric].observe(labels, seconds);
  }

  /** Registers how a metric is read during a scrape. */
  read(metric: Read, read: () => Sample[] | Promise<Sample[]>): void {
    addRead(this.#registry, processMetrics[metric], read);
  }

  /** All metrics in the Prometheus text format, with the label `process`. */
  async text(): Promise<string> {
    const labels = { process: this.#process };
    const texts: string[] = [];
    for (const registry of [this.#registry, runtimeMetrics()]) {
      registry.setDefaultLabels(labels);
      texts.push(await registry.metrics());
    }
    return mergeTexts(texts);
  }

  #addMetered(
    definition: MetricDefinition,
    read: (meter: EndpointMeter, endpoint: string) => Sample[],
  ): void {
    addRead(this.#registry, definition, () =>
      [...this.#meters].flatMap(([endpoint, meter]) => read(meter, endpoint)),
    );
  }

  #counter(key: Counted): Counter {
    const { name, help, labels = [] } = processMetrics[key];
    return new Counter({ name, help, labelNames: labels, registers: [this.#registry] });
  }

  #histogram(key: Observed): Histogram {
    const { name, help, labels = [], buckets = [] } = processMetrics[key];
    return new Histogram({
      name,
      help,
      labelNames: labels,
      buckets: [...buckets],
      registers: [this.#registry],
    });
  }
}

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

/** The definition of one metric. */
export interface MetricDefinition {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** Each has few values, all known to the code: never an id, an address or a path. */
  labels: readonly string[];
  /** Of a histogram, in seconds. */
  buckets?: readonly number[];
  help: string;
}

/** From a cached response, which takes about 20 µs, to an upload. */
export const requestBuckets = [
  0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60,
];
const writeBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

const define = <const Definitions extends Readonly<Record<string, MetricDefinition>>>(
  definitions: Definitions,
) => definitions;

/**
 * Metrics of one process, identified by the label `process`: 1, 2 and so on up to `WORKERS`. Counters start at zero
 * with the process.
 */
export const processMetrics = define({
  build: {
    name: 'patchbay_build_info',
    type: 'gauge',
    labels: ['version', 'node', 'database'],
    help: 'Always 1; the labels say what runs.',
  },
  requests: {
    name: 'patchbay_http_requests_total',
    type: 'counter',
    labels: ['endpoint', 'method', 'status'],
    help: 'Requests answered, by endpoint of the interface (`other`: no endpoint), method and class of status.',
  },
  requestSeconds: {
    name: 'patchbay_http_request_duration_seconds',
    type: 'histogram',
    labels: ['endpoint'],
    buckets: requestBuckets,
    help: 'From the head of the request to the end of the answer.',
  },
  responseBytes: {
    name: 'patchbay_http_response_body_bytes_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Bytes of bodies that were sent whole, compressed where they were.',
  },
  requestBytes: {
    name: 'patchbay_http_request_body_bytes_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Bytes of bodies that were taken, packages too.',
  },
  errors: {
    name: 'patchbay_http_errors_total',
    type: 'counter',
    labels: ['endpoint', 'code'],
    help: 'Errors answered, by endpoint and code; those of `uploadPackage` are the refused uploads.',
  },
  unknownParameters: {
    name: 'patchbay_http_unknown_parameters_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Query parameters that the endpoint does not know and ignored, which are also listed in the header Patchbay-Unknown-Parameters.',
  },
  connections: {
    name: 'patchbay_http_connections',
    type: 'gauge',
    labels: [],
    help: 'Open connections of clients.',
  },
  cacheHits: {
    name: 'patchbay_response_cache_hits_total',
    type: 'counter',
    labels: [],
    help: 'Answers, and items of bulk answers, that were found rendered.',
  },
  cacheMisses: {
    name: 'patchbay_response_cache_misses_total',
    type: 'counter',
    labels: [],
    help: 'Answers and items that had to be rendered and may be kept.',
  },
  cacheEvictions: {
    name: 'patchbay_response_cache_evictions_total',
    type: 'counter',
    labels: [],
    help: 'Answers and items dropped for want of room.',
  },
  cacheEntries: {
    name: 'patchbay_response_cache_entries',
    type: 'gauge',
    labels: [],
    help: 'Answers and items that are kept.',
  },
  cacheBytes: {
    name: 'patchbay_response_cache_bytes',
    type: 'gauge',
    labels: [],
    help: 'What they take, of `CACHE_BYTES`.',
  },
  changes: {
    name: 'patchbay_changes_total',
    type: 'counter',
    labels: ['action'],
    help: 'Changes written to the log, by action: `version.published` is a publish, `package.stored` an accepted upload, `package.refused` one refused after it came to S3.',
  },
  downloads: {
    name: 'patchbay_downloads_total',
    type: 'counter',
    labels: [],
    help: 'Downloads counted.',
  },
  downloadsDropped: {
    name: 'patchbay_downloads_dropped_total',
    type: 'counter',
    labels: [],
    help: 'Downloads not counted because too many came at once or on one day.',
  },
  jobRuns: {
    name: 'patchbay_job_runs_total',
    type: 'counter',
    labels: ['kind', 'outcome'],
    help: 'Jobs run, by outcome: `done`, `again` (to be run later) or `failed` (to be tried again).',
  },
  jobSeconds: {
    name: 'patchbay_job_duration_seconds',
    type: 'histogram',
    labels: ['kind'],
    buckets: jobBuckets,
    help: 'How long a run of a job took.',
  },
  writeWaitSeconds: {
    name: 'patchbay_write_wait_seconds',
    type: 'histogram',
    labels: [],
    buckets: writeBuckets,
    help: 'How long a write transaction waited for its turn among all processes.',
  },
  writeSeconds: {
    name: 'patchbay_write_duration_seconds',
    type: 'histogram',
    labels: [],
    buckets: writeBuckets,
    help: 'How long a write transaction held its turn, to its commit.',
  },
  flushSeconds: {
    name: 'patchbay_write_flush_seconds',
    type: 'histogram',
    labels: [],
    buckets: writeBuckets,
    help: 'How long a committed write waited for the disk; with PostgreSQL the commit does.',
  },
  poolConnections: {
    name: 'patchbay_database_connections',
    type: 'gauge',
    labels: ['pool', 'state'],
    help: 'Connections to PostgreSQL, `idle` or `busy`; none with SQLite.',
  },
  poolWaiting: {
    name: 'patchbay_database_waiting',
    type: 'gauge',
    labels: ['pool'],
    help: 'Statements and transactions that wait for a connection to PostgreSQL.',
  },
  readersBusy: {
    name: 'patchbay_readers_busy',
    type: 'gauge',
    labels: [],
    help: 'Processes that read a package now.',
  },
  readersWaiting: {
    name: 'patchbay_readers_waiting',
    type: 'gauge',
    labels: [],
    help: 'Packages that wait for such a process.',
  },
  readersKilled: {
    name: 'patchbay_readers_killed_total',
    type: 'counter',
    labels: [],
    help: 'Such processes ended because a package took too long or too much memory.',
  },
  logSeq: {
    name: 'patchbay_log_followed_seq',
    type: 'gauge',
    labels: [],
    help: 'The last change that the process knows of.',
  },
  logAge: {
    name: 'patchbay_log_followed_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Since when the process has not made sure that it knows of all changes; above 2 it sends nothing it keeps rendered.',
  },
});

/** Metrics of the registry, the same in every process. */
export const registryMetrics = define({
  databaseUp: {
    name: 'patchbay_database_up',
    type: 'gauge',
    labels: [],
    help: '1 when the database answered within 2 seconds, else 0, and the metrics below are absent.',
  },
  listed: {
    name: 'patchbay_listed',
    type: 'gauge',
    labels: ['list'],
    help: 'Nodes, versions and app-nodes that the public lists show.',
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
    labels: [],
    help: 'Age of the oldest Flagged version, 0 when none waits for a moderator; how many do is `patchbay_versions{status="NodeVersionStatusFlagged"}`.',
  },
  jobs: {
    name: 'patchbay_jobs',
    type: 'gauge',
    labels: ['kind', 'state'],
    help: 'Of the 10,000 jobs due first: `waiting`, `running`, `scheduled` for later, or `failed` and to be tried again.',
  },
  jobAge: {
    name: 'patchbay_job_oldest_waiting_seconds',
    type: 'gauge',
    labels: ['kind'],
    help: 'For how long the longest waiting job of each kind has been due.',
  },
  lastSeq: {
    name: 'patchbay_log_last_seq',
    type: 'gauge',
    labels: [],
    help: 'The number of the last change in the log.',
  },
});

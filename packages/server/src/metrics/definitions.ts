import { define } from './define.ts';
import { storageMetrics } from './storage-metrics.ts';

/** From a cached response, which takes about 20 µs, to an upload. */
export const requestBuckets = [
  0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60,
];
const writeBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * Metrics of one process, identified by the label `process`: 1, 2 and so on up to `WORKERS`. Counters start at zero
 * with the process.
 */
export const processMetrics = define({
  build: {
    name: 'patchbay_build_info',
    type: 'gauge',
    labels: ['version', 'node', 'database'],
    help: 'Always 1; the labels describe the running version.',
  },
  requests: {
    name: 'patchbay_http_requests_total',
    type: 'counter',
    labels: ['endpoint', 'method', 'status'],
    help: 'Requests answered, by endpoint (`other`: none), method and class of status.',
  },
  requestSeconds: {
    name: 'patchbay_http_request_duration_seconds',
    type: 'histogram',
    labels: ['endpoint'],
    buckets: requestBuckets,
    help: 'Time from the headers of the request to the end of the response.',
  },
  responseBytes: {
    name: 'patchbay_http_response_body_bytes_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Bytes of completely sent bodies, after compression.',
  },
  requestBytes: {
    name: 'patchbay_http_request_body_bytes_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Bytes of received bodies, including packages.',
  },
  errors: {
    name: 'patchbay_http_errors_total',
    type: 'counter',
    labels: ['endpoint', 'code'],
    help: 'Errors, by endpoint and code; those of `uploadPackage` are refused uploads.',
  },
  unknownParameters: {
    name: 'patchbay_http_unknown_parameters_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Query parameters that the endpoint does not know and ignored; the header Patchbay-Unknown-Parameters also lists them.',
  },
  idempotentReplays: {
    name: 'patchbay_idempotent_replays_total',
    type: 'counter',
    labels: ['endpoint'],
    help: 'Requests that were answered with the kept answer of an earlier one with their Idempotency-Key.',
  },
  rateLimited: {
    name: 'patchbay_rate_limited_total',
    type: 'counter',
    labels: ['rate'],
    help: 'Requests refused because a token bucket was empty, by rate.',
  },
  ratesAlone: {
    name: 'patchbay_rates_alone',
    type: 'gauge',
    help: '1 while the process counts rates by itself because the shared token buckets are unavailable; otherwise 0.',
  },
  passwords: {
    name: 'patchbay_passwords',
    type: 'gauge',
    labels: ['state'],
    help: 'Passwords that are being hashed (`hashing`, at most 2) or wait for it (`waiting`, at most 50); further ones are refused with `unavailable`.',
  },
  connections: {
    name: 'patchbay_http_connections',
    type: 'gauge',
    help: 'Open client connections.',
  },
  connectionsRefused: {
    name: 'patchbay_http_connections_refused_total',
    type: 'counter',
    help: 'Connections refused because of `CONNECTIONS_MAX` or `CONNECTIONS_PER_ADDRESS`.',
  },
  largeResponseBytes: {
    name: 'patchbay_http_large_response_bytes',
    type: 'gauge',
    help: 'Memory reserved for lists and bulk responses that are being built or sent.',
  },
  largeResponsesWaiting: {
    name: 'patchbay_http_large_responses_waiting',
    type: 'gauge',
    help: 'Requests for lists and bulk responses that wait for their turn.',
  },
  cacheHits: {
    name: 'patchbay_response_cache_hits_total',
    type: 'counter',
    help: 'Responses, and items of bulk responses, served from the response cache.',
  },
  cacheMisses: {
    name: 'patchbay_response_cache_misses_total',
    type: 'counter',
    help: 'Cacheable responses and items that had to be rendered.',
  },
  cacheEvictions: {
    name: 'patchbay_response_cache_evictions_total',
    type: 'counter',
    help: 'Responses and items evicted for lack of memory.',
  },
  cacheEntries: {
    name: 'patchbay_response_cache_entries',
    type: 'gauge',
    help: 'Responses and items in the cache.',
  },
  cacheBytes: {
    name: 'patchbay_response_cache_bytes',
    type: 'gauge',
    help: 'Size of the cache, at most `CACHE_BYTES`.',
  },
  changes: {
    name: 'patchbay_changes_total',
    type: 'counter',
    labels: ['action'],
    help: 'Changes written to the log, by action: `version.published` is a publish, `package.stored` an accepted upload, `package.refused` an upload refused after it arrived on S3.',
  },
  packagesRefused: {
    name: 'patchbay_packages_refused_total',
    type: 'counter',
    labels: ['rule'],
    help: 'Packages refused, by the rule that they broke; `GET /admin/statistics` counts them by day.',
  },
  replicated: {
    name: 'patchbay_replicated_nodes_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Nodes that were read from a mirrored registry or an upstream, by outcome: `written`, `gone`, not taken because of an `own-name` or because it is `reserved`, `unusable`; `changed-package` counts versions for which the source names another digest than before.',
  },
  packagesFetched: {
    name: 'patchbay_packages_fetched_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Packages asked for at a mirrored registry or an upstream, by outcome: `stored`, `failed`, or `refused` because they are not what was announced.',
  },
  downloads: {
    name: 'patchbay_downloads_total',
    type: 'counter',
    help: 'Downloads counted.',
  },
  downloadsDropped: {
    name: 'patchbay_downloads_dropped_total',
    type: 'counter',
    help: 'Downloads not counted because there were too many at once or on one day.',
  },
  jobRuns: {
    name: 'patchbay_job_runs_total',
    type: 'counter',
    labels: ['kind', 'outcome'],
    help: 'Job runs, by outcome: `done`, `again` (will run later) or `failed` (will be retried).',
  },
  jobSeconds: {
    name: 'patchbay_job_duration_seconds',
    type: 'histogram',
    labels: ['kind'],
    buckets: jobBuckets,
    help: 'Duration of a job run.',
  },
  reaped: {
    name: 'patchbay_reaped_total',
    type: 'counter',
    labels: ['what'],
    help: 'Removed by the reaper: a `package` that no version has, a `leftover` of an upload whose process ended, an expired `session`, `device-code`, `account-link`, `invitation`, `proposal` or `idempotency-key`, a `sign-in` over 90 days old, the `identity` of a CI job whose token is no good any more, what is left of a `mail` after 90 days, the downloads of a node on a `download-day` long ago.',
  },
  outboundFailures: {
    name: 'patchbay_outbound_failures_total',
    type: 'counter',
    labels: ['server'],
    help: 'Failed calls of other servers: `mail`, the `source` of a mirror and where its `packages` are, the sign-in `provider`, an `issuer` of identity tokens, `breached-passwords`, a `repository`, the `scanner` of leaked tokens, the `name-servers`, a `webhook`. The log has the first and the last of a series.',
  },
  passwordChecks: {
    name: 'patchbay_password_checks_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Questions to the service of `PASSWORD_CHECK_URL`, by outcome: `breached`, `unknown`, or `failed`, which counts as unknown.',
  },
  emailDomains: {
    name: 'patchbay_email_domains_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Domains of addresses that were looked up, by outcome: `found`, `gone`, or `unknown`, which changes nothing. `patchbay_changes_total` counts the addresses that ended as `user.email-lapsed`.',
  },
  writeWaitSeconds: {
    name: 'patchbay_write_wait_seconds',
    type: 'histogram',
    buckets: writeBuckets,
    help: 'Time a write transaction waited for the write lock.',
  },
  writeSeconds: {
    name: 'patchbay_write_duration_seconds',
    type: 'histogram',
    buckets: writeBuckets,
    help: 'Time a write transaction held the write lock, until its commit.',
  },
  flushSeconds: {
    name: 'patchbay_write_flush_seconds',
    type: 'histogram',
    buckets: writeBuckets,
    help: 'Time a committed write waited for the disk.',
  },
  readersIsolated: {
    name: 'patchbay_readers_isolated',
    type: 'gauge',
    help: '1 if the processes that read packages have namespaces of their own, else 0.',
  },
  readersBusy: {
    name: 'patchbay_readers_busy',
    type: 'gauge',
    help: 'Reader processes that are reading a package.',
  },
  readersWaiting: {
    name: 'patchbay_readers_waiting',
    type: 'gauge',
    help: 'Packages waiting for a reader process.',
  },
  readersKilled: {
    name: 'patchbay_readers_killed_total',
    type: 'counter',
    help: 'Reader processes killed because a package took too long or too much memory.',
  },
  uploads: {
    name: 'patchbay_uploads',
    type: 'gauge',
    help: 'Uploads of packages that are under way.',
  },
  uploadBytes: {
    name: 'patchbay_upload_staged_bytes',
    type: 'gauge',
    help: 'What the uploads under way have written to the disk.',
  },
  logSeq: {
    name: 'patchbay_log_followed_seq',
    type: 'gauge',
    help: 'The number of the last change that the process has seen.',
  },
  logAge: {
    name: 'patchbay_log_followed_age_seconds',
    type: 'gauge',
    help: 'Time since the process last confirmed that it has seen all changes; above 2 it does not use its response cache.',
  },
  ...storageMetrics,
});

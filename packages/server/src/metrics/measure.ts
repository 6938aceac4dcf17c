import type { Context } from '../context.ts';
import type { LogFollower } from '../followers/log-follower.ts';
import { jobs } from '../jobs/index.ts';
import type { JobHandler } from '../jobs/job.ts';
import type { JobKind } from '../store/queue/job.ts';
import { freeBytes } from '../free-bytes.ts';
import { inTime } from '../timing.ts';
import { softwareVersion as version } from '../software.ts';
import type { Store } from '../store/store.ts';
import { type Metrics, value } from './metrics.ts';

/** What serves the requests. */
export interface Traffic {
  connections: { readonly load: { open: number; refused: number } };
  largeResponses: { readonly load: { bytes: number; waiting: number } };
}

/** The parts of a server that keep their own numbers. */
interface Parts extends Pick<Context, 'store' | 'downloads' | 'readers' | 'uploads'> {
  responseCache: {
    readonly load: Readonly<Record<'hits' | 'misses' | 'evictions' | 'entries' | 'bytes', number>>;
  };
  follower: LogFollower;
  rates: { readonly isAlone: boolean };
  hasher: { readonly load: { hashing: number; waiting: number } };
  /** Connections of clients, and the large responses to them. */
  traffic: Traffic;
  dataFolder: string;
}

/** Registers how to read each gauge and counter that a part of the server keeps itself. */
export const readParts = (
  metrics: Metrics,
  { store, responseCache, downloads, readers, uploads, follower, rates, hasher, traffic, dataFolder }: Parts,
): void => {
  const database = store.engine.accounts.type;
  metrics.read('build', () => [{ labels: { version, node: process.version, database }, value: 1 }]);
  metrics.read('ratesAlone', () => value(Number(rates.isAlone)));
  metrics.read('passwords', () =>
    Object.entries(hasher.load).map(([state, count]) => ({ labels: { state }, value: count })),
  );
  metrics.read('connections', () => value(traffic.connections.load.open));
  metrics.read('connectionsRefused', () => value(traffic.connections.load.refused));
  metrics.read('largeResponseBytes', () => value(traffic.largeResponses.load.bytes));
  metrics.read('largeResponsesWaiting', () => value(traffic.largeResponses.load.waiting));
  metrics.read('cacheHits', () => value(responseCache.load.hits));
  metrics.read('cacheMisses', () => value(responseCache.load.misses));
  metrics.read('cacheEvictions', () => value(responseCache.load.evictions));
  metrics.read('cacheEntries', () => value(responseCache.load.entries));
  metrics.read('cacheBytes', () => value(responseCache.load.bytes));
  metrics.read('downloads', () => value(downloads.totals.counted));
  metrics.read('downloadsDropped', () => value(downloads.totals.dropped));
  metrics.read('readersBusy', () => value(readers.load.busy));
  metrics.read('readersWaiting', () => value(readers.load.waiting));
  metrics.read('readersKilled', () => value(readers.load.killed));
  metrics.read('uploads', () => value(uploads.load.uploads));
  metrics.read('uploadBytes', () => value(uploads.load.bytes));
  metrics.read('logSeq', () => value(follower.position.seq));
  metrics.read('logAge', () => value(follower.position.ageSeconds));
  metrics.read('poolConnections', () =>
    store.engine.pools().flatMap(({ pool, busy, idle }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  );
  metrics.read('poolWaiting', () =>
    store.engine.pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  );
  metrics.read('clockSkew', () =>
    inTime(store.engine.clockSkewMs(), 'database').then(
      (ms) => value(ms / 1_000),
      () => [],
    ),
  );
  metrics.read('freeBytes', () =>
    freeBytes(dataFolder).then(
      (bytes) => [{ labels: { folder: 'data' }, value: bytes }],
      () => [],
    ),
  );
  metrics.read('readersIsolated', async () => value(Number(await readers.isIsolated)));
  metrics.read('poolTimeouts', () =>
    store.engine.pools().map(({ pool, timeouts }) => ({ labels: { pool }, value: timeouts })),
  );
};

/** The job handler with a counter and a timer. */
const measureJob =
  (metrics: Metrics, kind: string, handler: JobHandler): JobHandler =>
  async (job) => {
    const begun = performance.now();
    let outcome = 'failed';
    try {
      const again = await handler(job);
      outcome = again === undefined || again === 'completed' ? 'done' : 'again';
      return again;
    } finally {
      metrics.count('jobRuns', { kind, outcome });
      metrics.observe('jobSeconds', (performance.now() - begun) / 1_000, { kind });
    }
  };

/** Counts the changes that this process writes, and measures its writes. */
export const measureWrites = (metrics: Metrics, store: Store): void => {
  store.onWritten(({ changes }) => {
    for (const { kind } of changes) metrics.count('changes', { action: kind });
  });
  store.onTimed(({ waitedSeconds, heldSeconds, flushedSeconds }) => {
    metrics.observe('writeWaitSeconds', waitedSeconds);
    metrics.observe('writeSeconds', heldSeconds);
    metrics.observe('flushSeconds', flushedSeconds);
  });
};

/** What this process does for each kind of job, measured. */
export const jobHandlers = (context: Context): Readonly<Record<JobKind, JobHandler>> =>
  Object.fromEntries(
    Object.values(jobs).map(({ kind, run }) => [
      kind,
      measureJob(context.metrics, kind, (job) => run(context, job)),
    ]),
  ) as Record<JobKind, JobHandler>;

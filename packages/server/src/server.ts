import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { openAccounts } from './accounts/accounts.ts';
import { BreachWatch } from './accounts/breach-watch.ts';
import { openProvider } from './accounts/provider.ts';
import { ensureFirstModerator } from './accounts/moderators.ts';
import { BoundedHasher, type PasswordHasher, scryptHasher } from './accounts/password-hasher.ts';
import { openBlobs } from './packages/blobs/open-blobs.ts';
import { PackageVerifier } from './packages/blobs/package-verifier.ts';
import { LogFollower } from './followers/log-follower.ts';
import { type Config, listenError } from './config.ts';
import type { Context } from './context.ts';
import { requireStorage } from './packages/storage-health.ts';
import { softwareVersion } from './software.ts';
import { Documents } from './documents/documents.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { Feed } from './catalogue/feed.ts';
import { Snapshots } from './catalogue/snapshots.ts';
import { Watch } from './catalogue/watch.ts';
import { CatalogueDocuments } from './documents/catalogue-documents.ts';
import { followRenamedNodes } from './followers/renamed-nodes.ts';
import { followResponseCache } from './followers/response-cache.ts';
import { WebhookFollower } from './followers/webhooks.ts';
import { findRenamed } from './store/rows/node-ids.ts';
import { buildApp } from './http/app.ts';
import { expireVersions } from './packages/await-package.ts';
import { openUploadLimiter } from './packages/upload-limiter.ts';
import { DownloadCounter } from './jobs/download-counter.ts';
import { ensureJobs } from './jobs/index.ts';
import { FailedSignIns } from './jobs/failed-sign-ins.ts';
import { RefusalCounter } from './jobs/refusal-counter.ts';
import { Worker } from './jobs/worker.ts';
import { logOutages } from './metrics/outage-log.ts';
import { keepFigures, registryState } from './metrics/registry-state.ts';
import { jobHandlers, measureWrites, readParts } from './metrics/measure.ts';
import { Metrics } from './metrics/metrics.ts';
import { openScrape } from './metrics/scrape.ts';
import { processName } from './environment.ts';
import { Outages } from './outbound/outages.ts';
import { ResponseCache } from './http/response-cache/response-cache.ts';
import { registerSite } from './site/register-site.ts';
import { RateLimiter } from './limits/rate-limiter.ts';
import { FallbackBuckets } from './limits/fallback-buckets.ts';
import { isAway, openConfiguredStore } from './open-database.ts';
import { openReaders } from './packages/open-readers.ts';
import { openReplication } from './replication/replication.ts';
import { NodeSearch } from './search/node-search.ts';
import type { PackageReader } from './packages/reading.ts';
import type { Store } from './store/store.ts';

const countersFlushMs = 1_000;
const bucketsSweepMs = 10_000;
/** Between two looks for versions whose package did not come in time. */
const expiryMs = 60_000;
const hangUpMs = 50;
/** Deliveries of webhooks and messages under way in this process, and those of one publisher: they mostly wait. */
const courierLanes = { all: 64, ofPublisher: 4 };

/** A complete registry in this process. */
export interface Server {
  context: Context;
  app: FastifyInstance;
  worker: Worker;
  /** Delivers to webhooks and sends mail, apart from other jobs: a slow receiver delays none of them. */
  courier: Worker;
  webhooks: WebhookFollower;
  /** Starts to accept requests and to run jobs. Resolves to the address. */
  listen(): Promise<string>;
  /**
   * Shuts down gracefully: no new requests, then the requests in progress, the running job, the counters, the
   * database.
   */
  close(): Promise<void>;
}

/** Parts that a test may hand in instead of those of production. */
export interface ServerParts {
  readers: PackageReader;
  hasher: PasswordHasher;
}

/** Composes the parts. The only module that knows all of them. */
export const createServer = async (
  config: Config,
  wholeLog: FastifyBaseLogger,
  now: () => Date = () => new Date(),
  given: Partial<ServerParts> = {},
): Promise<Server> => {
  const { readers = await openReaders(config, wholeLog) } = given;
  const hasher = new BoundedHasher(given.hasher ?? scryptHasher);
  const metrics = new Metrics(processName());
  const ending = new AbortController();
  // Connections can fail, which is logged, while the store is being opened.
  let opened: Store | undefined;
  const log = logOutages(wholeLog, {
    isAway: (error) => opened !== undefined && isAway(error, opened),
    look: () => requireStorage(context),
    signal: ending.signal,
    now,
    onFailure: () => metrics.count('storageFailures', {}),
  });
  const logged = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const onFailure = (error: Error) => log.error({ err: error }, error.message);
  const outages = new Outages(log, (server) => metrics.count('outboundFailures', { server }));
  const store = await openConfiguredStore(config, now, onFailure, (step) =>
    log.info({ step }, 'the database was migrated'),
  );
  opened = store;
  let address = originOf(config.HOST, config.PORT);
  const publicUrl = () => config.PUBLIC_URL ?? address;
  const documents = new Documents(store, config.HOST_PROFILE, publicUrl, log);
  store.beforeCommit((tx, changes) => documents.write(tx, changes));
  const downloads = new DownloadCounter(store, now);
  const refusals = new RefusalCounter(store);
  const responseCache: ResponseCache = new ResponseCache(config.CACHE_BYTES, {
    isCurrent: () => follower.isCurrent(),
    catchUp: (seq) => follower.catchUp(seq),
  });
  const feed: Feed = new Feed(
    store.read,
    new CatalogueDocuments(store.engine, config.HOST_PROFILE, publicUrl),
    config.HOST_PROFILE,
    () => follower.isCurrent(),
  );
  const webhooks = new WebhookFollower(
    store,
    () => courier.wake(),
    logged('webhooks could not be told of changes'),
  );
  const renamed = followRenamedNodes(
    responseCache,
    () => findRenamed(store.read),
    logged('the ids of renamed nodes could not be read'),
  );
  const search = new NodeSearch(store, { onCaughtUp: () => responseCache.dropLists(), onFailure });
  const followers = [renamed, followResponseCache(responseCache), feed.follower, webhooks, search];
  const follower = new LogFollower(store, followers, onFailure);
  await follower.start();
  await renamed.read();
  const blobs = await openBlobs(config, { publicUrl, now });
  measureWrites(metrics, store);
  const figures = keepFigures(store, now, logged('the figures of the registry could not be counted'));
  const sourceState = async () =>
    context.replication?.state().catch((error: unknown) => {
      logged('the state of the source could not be read')(error);
      return undefined;
    });
  const rates = new FallbackBuckets(
    store.engine.rateBuckets,
    logged('this process counts rates by itself, because the shared token buckets cannot be reached'),
  );
  const limiter = config.RATE_LIMITS === 'on' ? new RateLimiter(rates, config.SECRET, now) : undefined;
  const breachFailed = logged('a password could not be looked up');
  const called = { config, metrics, now, outages, publicUrl };
  const parts = {
    ...called,
    profile: config.HOST_PROFILE,
    store,
    blobs,
    verifier: new PackageVerifier(blobs, now),
    accounts: openAccounts(store, config, new URL(publicUrl()).origin, log, hasher, publicUrl),
    breaches: new BreachWatch({ ...called, store, hasher, onFailure: breachFailed }),
    provider: openProvider({ ...called, log }),
    documents,
    catalogue: new Catalogue(feed, new Watch(store, feed), openSnapshots(config, feed, publicUrl, log)),
    search,
    downloads,
    refusals,
    failedSignIns: new FailedSignIns(store),
    readers,
    uploads: openUploadLimiter(config),
    limiter,
    scrape: openScrape(() => metrics.text(), registryState(figures, sourceState), now),
    figures,
  };
  const context: Context = { ...parts, replication: openReplication({ ...parts, log, ending }) };
  await ensureFirstModerator(store, config, log, hasher);
  await ensureJobs(context);
  for await (const leftover of blobs.leftovers()) await leftover.remove();
  if (config.APP_NODE_UPDATES === 'open') {
    log.warn('APP_NODE_UPDATES is open: anyone who reaches this server can change and ban app-nodes');
  }
  const { 'deliver-webhook': deliver, 'send-mail': mail, ...handlers } = jobHandlers(context);
  const worker = new Worker(store, handlers, context.readers.processesMax + 1, log, now);
  const errands = { 'deliver-webhook': deliver, 'send-mail': mail };
  const courier = new Worker(store, errands, courierLanes.all, log, now, {
    lanesOfQueueMax: courierLanes.ofPublisher,
    wakes: ({ mail }) => mail === true || webhooks.hasAny,
  });
  const app = await buildApp(context, responseCache, log);
  await registerSite(app, context, responseCache);
  readParts(metrics, {
    ...context,
    responseCache,
    follower,
    rates,
    hasher,
    traffic: app.traffic,
    dataFolder: config.DATA_DIR,
  });
  const flush = async () => {
    for (const counter of [downloads, refusals, context.failedSignIns, context.breaches])
      await counter.flush().catch(logged('counts could not be written'));
  };
  const flushing = setInterval(() => void flush(), countersFlushMs);
  const sweep = () => limiter?.sweep().catch(logged('full buckets could not be removed'));
  const sweeping = setInterval(() => void sweep(), bucketsSweepMs);
  const expire = () =>
    expireVersions(context).catch(logged('versions whose package never came could not be removed'));
  const expiring = setInterval(() => void expire(), expiryMs);
  return {
    context,
    app,
    worker,
    courier,
    webhooks,
    async listen() {
      try {
        await app.listen({ host: config.HOST, port: config.PORT });
      } catch (error) {
        throw listenError(error, config);
      }
      const { port } = app.server.address() as AddressInfo;
      address = originOf(config.HOST, port);
      for (const one of [worker, courier]) one.wake();
      await webhooks.start();
      documents.fill();
      search.start();
      log.info(
        { address, version: softwareVersion, engine: store.engine.accounts.type },
        'the server listens',
      );
      return publicUrl();
    },
    async close() {
      log.info('the server ends');
      // First: a job whose request is ended below comes due at once, and its worker would run nothing else any more.
      const stopped = Promise.all([worker.stop(), courier.stop()]);
      ending.abort();
      await context.catalogue.stop();
      // A connection whose response was just being finished becomes idle only after the first check.
      const hangingUp = setInterval(() => app.traffic.connections.closeIdle(), hangUpMs);
      await app.close();
      clearInterval(hangingUp);
      await webhooks.stop();
      await stopped;
      await context.replication?.close();
      context.readers.close();
      context.scrape.stop();
      for (const timer of [flushing, sweeping, expiring]) clearInterval(timer);
      await flush();
      await documents.stop();
      await search.stop();
      await follower.stop();
      await store.close();
      log.info('the server has ended');
    },
  };
};

const originOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const openSnapshots = (
  { DATA_DIR, DATABASE_URL: databaseUrl, HOST_PROFILE: profile }: Config,
  feed: Feed,
  publicUrl: () => string,
  log: FastifyBaseLogger,
): Snapshots => new Snapshots(join(DATA_DIR, 'catalogue'), feed, { databaseUrl, profile, publicUrl, log });

import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { softwareVersion } from '../software.ts';
import { foldId } from '../store/identifiers.ts';
import { type Rules, followSource } from './follow-source.ts';
import { dropLeftOut } from './drop-left-out.ts';
import { openFolderSource } from './folder-source.ts';
import type { PackageSource, SourceState } from './package-source.ts';
import { openRemoteSource } from './remote-source.ts';
import { type Source, SourceError } from './source.ts';
import { ApiError, isStorageAway } from '../errors.ts';
import { BusyError, Semaphore } from '../limits/semaphore.ts';
import { inTime, memoizeFor } from '../timing.ts';
import { type NodeRecord, nodeKey } from '../store/rows/nodes.ts';
import {
  countMissingPackages,
  findMissingPackages,
  findReplicatedVersion,
  findSource,
  noteSource,
} from '../store/rows/replicas.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import type { ReadConnection } from '../store/store.ts';
import { NoPackageError, fetchPackage, notFollowed, sourcePauseMsMax } from './fetch-package.ts';

interface Opened {
  kind: SourceState['kind'];
  source: Source;
  rules: Rules;
  /** Whether packages are fetched before anyone asks for them, and whether they are fetched then. */
  packages: Config['MIRROR_PACKAGES'];
}

/** The source that the settings name; undefined if there is none. */
const openSource = ({
  config,
  profile,
  publicUrl,
  now,
  ending: { signal },
}: Pick<Parts, 'config' | 'profile' | 'publicUrl' | 'now' | 'ending'>): Opened | undefined => {
  const { MIRROR_FROM: mirrored, UPSTREAM: upstream, UPSTREAM_EXCEPT: except = [] } = config;
  const name = mirrored ?? upstream;
  if (name === undefined) return undefined;
  const contact = config.SECURITY_CONTACT ?? publicUrl();
  const userAgent = `Patchbay/${softwareVersion} (${mirrored === undefined ? 'upstream' : 'mirror'}; +${contact})`;
  const nodeIds = mirrored === undefined ? undefined : config.MIRROR_NODES;
  const isRemote = /^https?:/.test(name);
  const chosen = nodeIds && new Set(nodeIds.map(nodeKey));
  const source = isRemote
    ? openRemoteSource({ url: name, profile, userAgent, now, nodeIds, signal })
    : openFolderSource(name, { key: config.MIRROR_VERIFY_KEY, chosen });
  const isReserved = (key: string): boolean => except.some((form) => fits(form, key));
  return {
    kind: mirrored === undefined ? 'upstream' : 'mirror',
    source,
    rules: {
      isUpstream: mirrored === undefined,
      isReserved,
      isLeftOut:
        except.length === 0 && chosen === undefined
          ? undefined
          : ({ id, formerIds }) =>
              isReserved(nodeKey(id)) ||
              (chosen !== undefined && ![id, ...formerIds].some((one) => chosen.has(nodeKey(one)))),
    },
    packages: mirrored === undefined ? 'on-demand' : config.MIRROR_PACKAGES,
  };
};

/** Whether an id has the form, or can be taken for one that has: of all of it, or of what it begins with before a star. */
const fits = (form: string, key: string): boolean =>
  form.endsWith('*') ? foldParts(key).startsWith(foldParts(form.slice(0, -1))) : foldId(key) === foldId(form);

const foldParts = (id: string): string =>
  id
    .split(/[-_.]+/)
    .map(foldId)
    .join('-');

/** `ending` ends the requests and fetches under way. */
type Parts = Omit<Context, 'replication'> & {
  log: FastifyBaseLogger;
  ending: Pick<AbortController, 'signal'>;
};

/** How long a run goes on before other jobs have their turn; a server that ends waits for it. */
const runMs = 3_000;
const fetchedAtOnce = { max: 4, queueMax: 200 } as const;
const listedAtOnce = 50;
const retryAfterSeconds = 60;
const stateKeptMs = 5_000;

/** Follows the registry that the settings name; undefined if they name none. */
export const openReplication = (parts: Parts): PackageSource | undefined => {
  const opened = openSource(parts);
  return opened && new Replication(parts, opened);
};

class Replication implements PackageSource {
  readonly name: string;
  readonly kind: SourceState['kind'];
  readonly #parts: Parts;
  readonly #opened: NonNullable<ReturnType<typeof openSource>>;
  /** The fetches under way, by version id: all who wait for one package share one. */
  readonly #fetches = new Map<string, Promise<void>>();
  /** All that are missing, without anyone asking. One that is slow keeps no run from following the source. */
  #fetching: Promise<boolean> | undefined;
  #hasDropped = false;
  #pause = { from: 0, ms: 0 };
  readonly #state: () => Promise<SourceState>;
  readonly #turns = new Semaphore('packages are being fetched', fetchedAtOnce);

  constructor(parts: Parts, opened: NonNullable<ReturnType<typeof openSource>>) {
    this.#parts = parts;
    this.#opened = opened;
    this.name = opened.source.name;
    this.kind = opened.kind;
    this.#state = memoizeFor(stateKeptMs, parts.now, () => inTime(this.#readState(), 'database'));
  }

  get origin(): string | undefined {
    return this.#opened.source.origin;
  }

  async withPackage(node: Pick<NodeRecord, 'id'>, version: VersionRecord): Promise<VersionRecord> {
    const { read } = this.#parts.store;
    const mark = await findReplicatedVersion(read, version.id);
    if (mark === undefined || mark.fetched_at !== null) return version;
    if (this.#opened.packages === 'none') {
      const reason = 'this mirror keeps no packages';
      throw noPackage(node, version, reason, new NoPackageError(reason));
    }
    try {
      await this.#fetch(version.id);
    } catch (error) {
      const isExpected = error instanceof NoPackageError || error instanceof BusyError;
      throw isExpected ? noPackage(node, version, error.message, error) : error;
    }
    return (await findVersionById(read, version.id)) ?? version;
  }

  #fetch(versionId: string): Promise<void> {
    const known = this.#fetches.get(versionId);
    if (known !== undefined) return known;
    const fetching = this.#turns
      .run(() => fetchPackage(this.#parts, this.#opened.source, versionId))
      .finally(() => this.#fetches.delete(versionId));
    this.#fetches.set(versionId, fetching);
    return fetching;
  }

  async run(subject: string): Promise<Date | undefined> {
    if (subject !== this.name) return undefined;
    const { config, now, ending } = this.#parts;
    const end = performance.now() + runMs;
    const soon = now();
    if (!this.#hasDropped) await dropLeftOut(this.#parts, this.#opened.rules);
    this.#hasDropped = true;
    const hasMore = this.#pauseMs() === 0 && (await this.#follow(end));
    if (ending.signal.aborted) return soon;
    const areMissing = this.#opened.packages === 'all' && (await this.#areMissing(end));
    if (hasMore || areMissing) return soon;
    return new Date(soon.getTime() + (this.#pauseMs() || config.SYNC_INTERVAL * 1_000));
  }

  /** Follows the source until `end`. Returns whether it has more at once. */
  async #follow(end: number): Promise<boolean> {
    const { config, now, ending, outages, store } = this.#parts;
    try {
      let hasMore = true;
      while (hasMore && performance.now() < end) {
        hasMore = await followSource(this.#parts, this.#opened.source, this.#opened.rules);
      }
      outages.answered('source', this.name);
      return hasMore;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (ending.signal.aborted) return true;
      outages.failed('source', error, this.name);
      await store.write({ actor: 'server' }, (tx) =>
        noteSource(tx, this.name, { asked_at: tx.now, failure: error.message }),
      );
      const seconds = Math.max(config.SYNC_INTERVAL, error.retryAfterSeconds);
      this.#pause = { from: now().getTime(), ms: Math.min(seconds * 1_000, sourcePauseMsMax) };
      return false;
    }
  }

  /** How long the source, which failed, is still left alone. */
  #pauseMs(): number {
    const { from, ms } = this.#pause;
    const passed = this.#parts.now().getTime() - from;
    return passed >= 0 && passed < ms ? ms - passed : 0;
  }

  /** Whether there are packages to fetch at `end`, until which they are fetched. */
  async #areMissing(end: number): Promise<boolean> {
    this.#fetching ??= this.#fetchMissing().finally(() => (this.#fetching = undefined));
    const left = Math.max(0, end - performance.now());
    return Promise.race([this.#fetching, wait(left, true, { ref: false })]);
  }

  /** Returns whether there are more to fetch now: none while others ask for too many, or the storage is away. */
  async #fetchMissing(): Promise<boolean> {
    const { store, now, ending, log } = this.#parts;
    const ids = await findMissingPackages(store.read, {
      source: this.name,
      now: now().toISOString(),
      latest: new Date(now().getTime() + sourcePauseMsMax).toISOString(),
      limit: listedAtOnce,
    });
    const waiting = ids.values();
    let isPossible = true;
    const work = async (): Promise<void> => {
      for (const id of waiting) {
        if (ending.signal.aborted || !isPossible) return;
        await this.#fetch(id).catch((error: unknown) => {
          // It is logged and counted, and tried again later.
          if (error instanceof NoPackageError) return;
          if (!(error instanceof BusyError) && !isStorageAway(error)) throw error;
          isPossible = false;
          if (!(error instanceof BusyError))
            log.error({ err: error }, 'packages of the source cannot be stored');
        });
      }
    };
    await Promise.all([work(), work()]);
    return isPossible && ids.length === listedAtOnce;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#fetching, ...this.#fetches.values()]);
  }

  /** Read at most once in a while, however many ask. Rejects if the database does not answer in 2 s. */
  state(): Promise<SourceState> {
    return this.#state();
  }

  async #readState(): Promise<SourceState> {
    const { read } = this.#parts.store;
    const known = await findSource(read, this.name);
    const { missing, failed } = await countMissingPackages(read, this.name);
    return {
      source: this.origin ?? this.name,
      kind: this.kind,
      syncedAt: known?.synced_at ?? null,
      isReachable: known !== undefined && known.failure === null,
      packagesMissing: missing,
      packagesFailed: failed,
    };
  }
}

/** Throws `unavailable` for a version whose package was never fetched, where no source is followed. */
export const requireFetched = async (
  read: ReadConnection,
  node: Pick<NodeRecord, 'id'>,
  version: VersionRecord,
): Promise<void> => {
  const mark = await findReplicatedVersion(read, version.id);
  if (mark?.fetched_at !== null) return;
  const reason = notFollowed(mark);
  throw noPackage(node, version, reason.message, reason);
};

const noPackage = (
  { id }: Pick<NodeRecord, 'id'>,
  { version }: Pick<VersionRecord, 'version'>,
  reason: string,
  cause?: unknown,
): ApiError =>
  new ApiError(
    'unavailable',
    `The package of version "${version}" of "${id}" cannot be had from where it comes: ${reason}. Try again later, or choose another version.`,
    { headers: { 'retry-after': String(retryAfterSeconds) }, cause },
  );

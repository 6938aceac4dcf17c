import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { bundle } from '../software.ts';
import { makePrivateFolder } from '../private-files.ts';
import { type Coding, codings } from './codings.ts';
import type { Feed } from './feed.ts';
import { readGrowingFile } from './growing-file.ts';
import type { SnapshotBegun, SnapshotMade, SnapshotOrder } from './make-snapshot.ts';
import { sqlitePathOf } from '../store/sqlite-path.ts';
import { type Position, parsePosition } from './position.ts';

/** Which catalogue a client gets. */
export interface Variant {
  coding: Coding;
  withVersions: boolean;
}

/** A catalogue of one moment in a file. */
interface Snapshot {
  position: string;
  seq: number;
  /** Undefined while it is being written. */
  bytes: number | undefined;
  path: string;
}

/** A snapshot that is being written. */
interface Making {
  /** When its file is there. */
  begun: Promise<Snapshot>;
  made: Promise<Snapshot>;
}

/** A snapshot whose file stays readable when a newer one takes its place. */
export interface OpenedSnapshot extends Pick<Snapshot, 'position' | 'seq' | 'bytes'> {
  /** Its bytes; those that are not written yet follow as they are. It closes the file. */
  stream: () => Readable;
  close: () => Promise<void>;
}

/** Between two snapshots, so that a burst of writes does not make one for each: so long, or so many times as long as one took. */
const pauseMsMin = 2_000;
const pauseFactor = 10;
/** So long a client waits for a new snapshot before it gets the last one and follows from there. */
const patienceMs = 2_000;
/** What is left of threads that were killed. */
const leftoverMs = 60 * 60 * 1_000;

const namePattern = /^(\d+\.[\w-]{8})-(latest|all)\.ndjson(\.zst|\.br|\.gz)?$/;
const unfinished = 'unfinished-';
const heapMegabytesMax = 256;

type Order = Omit<SnapshotOrder, 'path' | 'publicUrl' | keyof Variant>;

/** The catalogue in files, for all processes that share the folder: the last one of each variant that was asked for. */
export class Snapshots {
  readonly #folder: string;
  readonly #feed: Feed;
  readonly #order: Order;
  readonly #publicUrl: () => string;
  readonly #log: FastifyBaseLogger;
  readonly #kept = new Map<string, Snapshot>();
  readonly #making = new Map<string, Making>();
  readonly #notBefore = new Map<string, number>();
  /** One thread at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #thread: Worker | undefined;
  #isStopped = false;

  constructor(
    folder: string,
    feed: Feed,
    { publicUrl, log, ...order }: Order & { publicUrl: () => string; log: FastifyBaseLogger },
  ) {
    this.#folder = folder;
    this.#feed = feed;
    this.#order = order;
    this.#publicUrl = publicUrl;
    this.#log = log;
  }

  /**
   * A snapshot that holds every change, or one that is a little older while changes are many. The first of a variant is
   * opened while it is being written: with many nodes, that takes longer than clients wait for an answer.
   */
  async open(variant: Variant): Promise<OpenedSnapshot> {
    for (let attempt = 0; ; attempt += 1) {
      const { path, ...snapshot } = await this.#find(variant);
      const made = snapshot.bytes === undefined ? this.#making.get(nameOf(variant))?.made : undefined;
      try {
        const file = await open(path);
        const stream = (): Readable =>
          made === undefined ? file.createReadStream() : readGrowingFile(file, made);
        return { ...snapshot, stream, close: () => file.close() };
      } catch (error) {
        // It may just have been finished or replaced.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt > 1) throw error;
        this.#kept.delete(nameOf(variant));
      }
    }
  }

  async #find(variant: Variant): Promise<Snapshot> {
    const name = nameOf(variant);
    const kept = await this.#findKept(variant);
    if (kept === undefined) return this.#make(variant).begun;
    if ((await this.#feed.hasChangedSince(positionOf(kept))) === false) return kept;
    if (performance.now() < (this.#notBefore.get(name) ?? 0)) return kept;
    const making = this.#make(variant).made.catch((error: unknown) => {
      this.#log.error({ err: error }, 'the catalogue could not be written anew');
      return kept;
    });
    return Promise.race([making, wait(patienceMs, kept, { ref: false })]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.terminate();
    await this.#last;
  }

  /** The newest of this log, in memory or in the folder, where another process may have put it. */
  async #findKept(variant: Variant): Promise<Snapshot | undefined> {
    const name = nameOf(variant);
    const known = this.#kept.get(name);
    if (known !== undefined && (await this.#feed.hasChangedSince(positionOf(known))) === false) return known;
    for (const { file, position } of await this.#list(variant)) {
      if ((await this.#feed.hasChangedSince(parsePosition(position) as Position)) === undefined) continue;
      const path = join(this.#folder, file);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) continue;
      const snapshot = { position, seq: seqOf(position), path, bytes: found.size };
      this.#kept.set(name, snapshot);
      return snapshot;
    }
    this.#kept.delete(name);
    return undefined;
  }

  /** The files of a variant, newest first. */
  async #list(variant: Variant): Promise<{ file: string; position: string }[]> {
    const files = await readdir(this.#folder).catch(() => []);
    return files
      .flatMap((file) => {
        const [, position, versions, ending = ''] = namePattern.exec(file) ?? [];
        if (position === undefined) return [];
        const isOfVariant = versions === versionsOf(variant) && ending === codings[variant.coding];
        return isOfVariant ? [{ file, position }] : [];
      })
      .sort((one, other) => seqOf(other.position) - seqOf(one.position));
  }

  #make(variant: Variant): Making {
    const name = nameOf(variant);
    const known = this.#making.get(name);
    if (known !== undefined) return known;
    const { promise: begun, resolve, reject } = Promise.withResolvers<Snapshot>();
    const made = this.#last.then(() => this.#write(variant, resolve));
    this.#last = made.catch(reject);
    // Who waits for the whole file is told by `made`.
    begun.catch(() => undefined);
    const making = { begun, made };
    this.#making.set(name, making);
    const forget = () => void this.#making.delete(name);
    made.then(forget, forget);
    return making;
  }

  async #write(variant: Variant, begin: (snapshot: Snapshot) => void): Promise<Snapshot> {
    const started = performance.now();
    const database = sqlitePathOf(this.#order.databaseUrl);
    // The folder of the data may have been moved away, and neither it nor the database is to be made anew.
    if (database !== undefined) await stat(database);
    makePrivateFolder(this.#folder);
    const path = join(this.#folder, `${unfinished}${randomUUID()}`);
    const order = { ...this.#order, ...variant, publicUrl: this.#publicUrl(), path };
    try {
      const { position, bytes } = await this.#runThread(order, (at) =>
        begin({ position: at, seq: seqOf(at), bytes: undefined, path }),
      );
      const name = nameOf(variant);
      const snapshot = {
        position,
        seq: seqOf(position),
        bytes,
        path: join(this.#folder, `${position}-${name}`),
      };
      await rename(path, snapshot.path);
      this.#kept.set(name, snapshot);
      const tookMs = performance.now() - started;
      this.#notBefore.set(name, performance.now() + Math.max(pauseMsMin, pauseFactor * tookMs));
      this.#log.debug({ position, bytes, tookMs }, 'the catalogue was written');
      await this.#removeOthers(variant, snapshot);
      return snapshot;
    } finally {
      await rm(path, { force: true });
    }
  }

  #runThread(order: SnapshotOrder, begin: (position: string) => void): Promise<SnapshotBegun & SnapshotMade> {
    if (this.#isStopped) return Promise.reject(new Error('the server ends'));
    const thread = new Worker(bundle('threads/make-snapshot.js'), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    });
    this.#thread = thread;
    let position = '';
    return new Promise((resolve, reject) => {
      thread.on('message', (news: SnapshotBegun | SnapshotMade) => {
        if ('bytes' in news) return resolve({ position, ...news });
        ({ position } = news);
        begin(position);
      });
      thread.once('error', reject);
      thread.once('exit', () => {
        this.#thread = undefined;
        reject(new Error('the thread that writes the catalogue ended'));
      });
    });
  }

  /** Those of other logs and of earlier positions, and what killed threads left. */
  async #removeOthers(variant: Variant, { seq, path }: Snapshot): Promise<void> {
    for (const { file, position } of await this.#list(variant)) {
      const other = join(this.#folder, file);
      if (other === path) continue;
      const isUnknown = (await this.#feed.hasChangedSince(parsePosition(position) as Position)) === undefined;
      if (isUnknown || seqOf(position) < seq) await rm(other, { force: true });
    }
    for (const file of await readdir(this.#folder)) {
      if (!file.startsWith(unfinished)) continue;
      const left = await stat(join(this.#folder, file)).catch(() => undefined);
      if (left !== undefined && Date.now() - left.mtimeMs > leftoverMs)
        await rm(join(this.#folder, file), { force: true });
    }
  }
}

const versionsOf = ({ withVersions }: Variant): string => (withVersions ? 'all' : 'latest');
const nameOf = (variant: Variant): string => `${versionsOf(variant)}.ndjson${codings[variant.coding]}`;
const seqOf = (position: string): number => Number.parseInt(position, 10);
const positionOf = ({ position }: Snapshot): Position => parsePosition(position) as Position;

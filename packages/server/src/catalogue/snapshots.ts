import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { makePrivateFolder } from '../private-files.ts';
import { type Coding, codings } from './codings.ts';
import type { Feed } from './feed.ts';
import type { SnapshotMade, SnapshotOrder } from './make-snapshot.ts';
import { type Position, parsePosition } from './position.ts';

/** Which catalogue a client gets. */
export interface Variant {
  coding: Coding;
  withVersions: boolean;
}

/** A catalogue of one moment in a file. */
export interface Snapshot {
  position: string;
  seq: number;
  bytes: number;
  path: string;
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
  readonly #making = new Map<string, Promise<Snapshot>>();
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
   * A snapshot that holds every change, or one that is a little older while changes are many. `made` counts the files
   * of this process.
   */
  async find(variant: Variant): Promise<Snapshot> {
    const name = nameOf(variant);
    const kept = await this.#findKept(variant);
    if (kept === undefined) return this.#make(variant);
    if ((await this.#feed.hasChangedSince(positionOf(kept))) === false) return kept;
    if (performance.now() < (this.#notBefore.get(name) ?? 0)) return kept;
    const making = this.#make(variant).catch((error: unknown) => {
      this.#log.error({ err: error }, 'the catalogue could not be written anew');
      return kept;
    });
    return Promise.race([making, wait(patienceMs, kept, { ref: false })]);
  }

  /** Opens the file of a snapshot, which stays readable when a newer one takes its place. */
  async open(variant: Variant): Promise<{ snapshot: Snapshot; file: FileHandle }> {
    for (let attempt = 0; ; attempt += 1) {
      const snapshot = await this.find(variant);
      try {
        return { snapshot, file: await open(snapshot.path) };
      } catch (error) {
        // Another process may just have replaced it.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt > 1) throw error;
        this.#kept.delete(nameOf(variant));
      }
    }
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

  #make(variant: Variant): Promise<Snapshot> {
    const name = nameOf(variant);
    const known = this.#making.get(name);
    if (known !== undefined) return known;
    const made = this.#last.then(() => this.#write(variant));
    this.#last = made.catch(() => undefined);
    this.#making.set(name, made);
    const forget = () => void this.#making.delete(name);
    made.then(forget, forget);
    return made;
  }

  async #write(variant: Variant): Promise<Snapshot> {
    const begun = performance.now();
    makePrivateFolder(this.#folder);
    const path = join(this.#folder, `${unfinished}${randomUUID()}`);
    try {
      const { position, bytes } = await this.#runThread({
        ...this.#order,
        ...variant,
        publicUrl: this.#publicUrl(),
        path,
      });
      const name = nameOf(variant);
      const snapshot = {
        position,
        seq: seqOf(position),
        bytes,
        path: join(this.#folder, `${position}-${name}`),
      };
      await rename(path, snapshot.path);
      this.#kept.set(name, snapshot);
      const tookMs = performance.now() - begun;
      this.#notBefore.set(name, performance.now() + Math.max(pauseMsMin, pauseFactor * tookMs));
      this.#log.debug({ position, bytes, tookMs }, 'the catalogue was written');
      await this.#removeOthers(variant, snapshot);
      return snapshot;
    } finally {
      await rm(path, { force: true });
    }
  }

  #runThread(order: SnapshotOrder): Promise<SnapshotMade> {
    if (this.#isStopped) return Promise.reject(new Error('the server ends'));
    const thread = new Worker(new URL('make-snapshot.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    });
    this.#thread = thread;
    return new Promise((resolve, reject) => {
      thread.once('message', resolve);
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

import { type ChangeKind, isChangeKind } from '@patchbay/contract';
import type { LoggedChange } from '../store/log/change.ts';
import { findLogEnd, findLoggedChanges } from '../store/log/changes.ts';
import { findCountedNodes } from '../store/rows/nodes.ts';
import type { Commit, Store } from '../store/store.ts';

/**
 * How often the log is read, and after how long without that nothing is sent from memory: while notices arrive a read
 * only shows that the connection of the notices is not cut.
 */
const unsubscribed = { pollMs: 250, staleMsMax: 2_000 };
const subscribed = { pollMs: 4_000, staleMsMax: 10_000 };
const changesPerRead = 1_000;

/** Follows the log. Its methods must be quick and must not throw, because a write waits for them before it returns. */
export interface Follower {
  readonly name: string;
  /** The kinds of changes it receives, besides kinds that only a newer version of the server knows. */
  readonly kinds: ReadonlySet<ChangeKind>;
  /** Handles changes, oldest first. The same change may come again. */
  follow(changes: readonly LoggedChange[]): void;
  /** Handles nodes whose downloads were counted: the log does not contain these. */
  followDownloads?(nodeKeys: readonly string[]): void;
}

/**
 * Hands each change to the followers that want its kind: changes of this process before the write that made them
 * returns, those of other processes soon after. It reads the log at intervals, so a lost commit notice only delays
 * a change. The cursor is kept in memory and starts at the end of the log, since what these followers keep is empty
 * at the start; a follower that must not miss a change across restarts needs a durable one.
 */
export class LogFollower {
  readonly #store: Store;
  readonly #followers: readonly Follower[];
  readonly #onFailure: (error: Error) => void;
  /** Changes of this process that were already handled; the log contains them as well. */
  readonly #own = new Set<LoggedChange['seq']>();
  readonly #ownCounts = new Set<number>();
  /** Undefined until the start position is known. */
  #seq: number | undefined;
  #count = 0;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;
  #isFailing = false;

  /** `onFailure` gets the first of each series of failures to read the log. */
  constructor(
    store: Store,
    followers: readonly Follower[],
    onFailure: (error: Error) => void = (error) => process.emitWarning(error),
  ) {
    this.#store = store;
    this.#followers = followers;
    this.#onFailure = onFailure;
    store.onWritten((commit) => {
      this.#handOn(commit);
      // A change can be read from the log before the commit notice of this process; it must not be handled twice.
      const shown = this.#seq ?? Number.POSITIVE_INFINITY;
      for (const { seq } of commit.changes) if (seq > shown) this.#own.add(seq);
      const number = commit.counted?.number ?? 0;
      if (number > this.#count) this.#ownCounts.add(number);
    });
    store.onCommit(({ changes }, isOwn) => {
      if (changes && !isOwn) void this.#lookOrLater();
    });
  }

  /** Whether every commit was handled, of other processes those up to a few seconds ago if the network is cut. */
  isCurrent(): boolean {
    return performance.now() - this.#confirmedAt < this.#pace.staleMsMax;
  }

  get #pace() {
    return this.#store.engine.isSubscribed() ? subscribed : unsubscribed;
  }

  /** The last change it handled, and how long ago it last read the log to the end. */
  get position() {
    return { seq: this.#seq ?? 0, ageSeconds: (performance.now() - this.#confirmedAt) / 1_000 };
  }

  async start(): Promise<void> {
    const { seq, count } = await findLogEnd(this.#store.read);
    this.#seq = seq;
    this.#count = count;
    this.#confirmedAt = performance.now();
    this.#rest();
  }

  /** Resolves when the change of this number was handled, which a reader of the database may have seen before. */
  async catchUp(seq: number): Promise<void> {
    if (seq > this.position.seq) await this.look();
  }

  /** Reads the log now. Resolves when every earlier commit was handled. */
  async look(): Promise<void> {
    await this.#looking;
    this.#looking ??= this.#read().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#lookOrLater(), this.#pace.pollMs);
    this.#timer.unref();
  }

  /** While the database is unavailable, followers lag; the next read catches up. */
  async #lookOrLater(): Promise<void> {
    try {
      await this.look();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#onFailure(new Error('the log cannot be read', { cause: error }));
      this.#isFailing = true;
    } finally {
      this.#rest();
    }
  }

  async #read(): Promise<void> {
    if (this.#seq === undefined) return;
    const begun = performance.now();
    const end = await findLogEnd(this.#store.read);
    for (let more = end.seq > this.#seq; more;) {
      const changes = await findLoggedChanges(this.#store.read, { after: this.#seq, limit: changesPerRead });
      this.#handOn({ changes: changes.filter(({ seq }) => !this.#own.has(seq)), counted: undefined });
      // Only after the followers: if one fails, the next read passes on these changes again.
      for (const { seq } of changes) this.#own.delete(seq);
      this.#seq = changes.at(-1)?.seq ?? this.#seq;
      more = changes.length === changesPerRead;
    }
    const counted =
      end.count > this.#count ? await findCountedNodes(this.#store.read, { after: this.#count }) : [];
    for (const { number, nodeKeys } of counted) {
      if (!this.#ownCounts.has(number)) this.#handOn({ changes: [], counted: { number, nodeKeys } });
      this.#count = number;
    }
    // A later count of the same nodes replaces the row, so some numbers never show up in one.
    for (const number of this.#ownCounts) if (number <= this.#count) this.#ownCounts.delete(number);
    this.#confirmedAt = begun;
  }

  #handOn({ changes, counted }: Commit): void {
    for (const follower of this.#followers) {
      const wanted = changes.filter(({ kind }) => !isChangeKind(kind) || follower.kinds.has(kind));
      try {
        if (wanted.length > 0) follower.follow(wanted);
        if (counted !== undefined) follower.followDownloads?.(counted.nodeKeys);
      } catch (cause) {
        throw new Error(`The follower "${follower.name}" failed.`, { cause });
      }
    }
  }
}

import { type LoggedChange, findLastSeq, findLoggedChanges } from '../store/changes.ts';
import { findCountedNodes, findLastCount } from '../store/nodes.ts';
import type { Commit, Store } from '../store/store.ts';

const pollMs = 250;
/** How long after a commit of another process what follows the log may still be of before it. */
const staleMsMax = 2_000;
const changesPerRead = 1_000;

/**
 * Hands on every commit that changed something, once: those of this process before the write that made them
 * returns, those of other processes soon after. Looks by itself now and then, so that nothing that wakes it is
 * relied upon.
 */
export class LogFollower {
  readonly #store: Store;
  readonly #hear: (commit: Commit) => void;
  /** Of this process and heard already; the log shows them once more. */
  readonly #own = new Set<LoggedChange['seq']>();
  readonly #ownCounts = new Set<number>();
  /** Undefined until it is known where to begin. */
  #seq: number | undefined;
  #count = 0;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(store: Store, hear: (commit: Commit) => void) {
    this.#store = store;
    this.#hear = hear;
    store.onWritten((commit) => {
      // The log can be quicker than the news of an own commit; what it has shown it shows no more.
      const shown = this.#seq ?? Number.POSITIVE_INFINITY;
      for (const { seq } of commit.changes) if (seq > shown) this.#own.add(seq);
      const number = commit.counted?.number ?? 0;
      if (number > this.#count) this.#ownCounts.add(number);
      hear(commit);
    });
    store.onCommit(({ changes }, isOwn) => {
      if (changes && !isOwn) void this.#lookOrLater();
    });
  }

  /** Whether all that was committed until two seconds ago, anywhere, was heard. */
  isCurrent(): boolean {
    return performance.now() - this.#confirmedAt < staleMsMax;
  }

  async start(): Promise<void> {
    this.#seq = await findLastSeq(this.#store.read);
    this.#count = await findLastCount(this.#store.read);
    this.#confirmedAt = performance.now();
    this.#rest();
  }

  /** Reads on now; resolves when everything committed before the call was heard. */
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
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#lookOrLater().then(() => this.#rest()), pollMs);
    this.#timer.unref();
  }

  /** While the database is away what follows the log is not current, and the next look mends it. */
  #lookOrLater(): Promise<void> {
    return this.look().catch(() => undefined);
  }

  async #read(): Promise<void> {
    if (this.#seq === undefined) return;
    const begun = performance.now();
    for (let more = true; more;) {
      const changes = await findLoggedChanges(this.#store.read, { after: this.#seq, limit: changesPerRead });
      this.#seq = changes.at(-1)?.seq ?? this.#seq;
      const foreign = changes.filter(({ seq }) => !this.#own.delete(seq));
      if (foreign.length > 0) this.#hear({ changes: foreign, counted: undefined });
      more = changes.length === changesPerRead;
    }
    const counted = await findCountedNodes(this.#store.read, { after: this.#count });
    for (const { number, nodeKeys } of counted) {
      this.#count = number;
      if (!this.#ownCounts.delete(number)) this.#hear({ changes: [], counted: { number, nodeKeys } });
    }
    this.#confirmedAt = begun;
  }
}

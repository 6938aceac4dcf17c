import { hash, randomBytes } from 'node:crypto';
import { dayOf } from '@patchbay/contract/days';
import { serialize } from '../timing.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { type Download, countDownloads, hasEarlierDays, removeEarlierDays } from '../store/rows/downloads.ts';
import type { Store } from '../store/store.ts';

/** Limits against a flood of clients: the memory of one process, and the rows of all. */
const bounds = {
  /** Downloads between two flushes; more are not counted. */
  pendingMax: 10_000,
  /** Clients with versions that need not be looked up again; with more, the first are looked up again. */
  seenMax: 100_000,
  /** Addresses with versions that need not even be hashed again. */
  recentMax: 10_000,
  /** Rows in the database for one day; more downloads are not counted on that day. */
  marksMax: 5_000_000,
};

/**
 * Counts one download for each client, version and day. Counts in memory and writes at intervals: a write for each
 * would make every install wait for the disk. The database decides which are new, so any number of processes count
 * as one. A process that is killed loses what it counted since the last flush.
 */
export class DownloadCounter {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #bounds: typeof bounds;
  readonly #pending = new Map<string, Download>();
  /** Counted and pending downloads, hashed with a salt of this process and day. */
  readonly #seen = new Set<string>();
  /** Some of them by plain address: hosts repeat their requests, and hashing costs microseconds. */
  readonly #recent = new Set<string>();
  #salt = '';
  #day = Number.NaN;
  /** The last day for which nothing older was left to remove. */
  #cleanDay = '';
  /** Since the start of the process. */
  readonly totals = { counted: 0, dropped: 0 };

  constructor(store: Store, now: () => Date, limits: Partial<typeof bounds> = {}) {
    this.#store = store;
    this.#now = now;
    this.#bounds = { ...bounds, ...limits };
  }

  /** Notes an install from this IP address. */
  count({ nodeId, versionId }: Omit<Download, 'network'>, address: string): void {
    this.#beginDay();
    const recent = `${versionId} ${address}`;
    if (this.#recent.has(recent) || !this.#note({ nodeId, versionId }, address)) return;
    if (this.#recent.size >= this.#bounds.recentMax) this.#recent.clear();
    this.#recent.add(recent);
  }

  /** Whether the download is counted or will be. */
  #note({ nodeId, versionId }: Omit<Download, 'network'>, address: string): boolean {
    const network = clientNetwork(address);
    const key = hash('sha256', `${this.#salt} ${versionId} ${network}`, 'base64url');
    if (this.#seen.has(key)) return true;
    if (this.#pending.size >= this.#bounds.pendingMax) {
      this.totals.dropped += 1;
      return false;
    }
    if (this.#seen.size >= this.#bounds.seenMax) this.#seen.clear();
    this.#seen.add(key);
    this.#pending.set(key, { nodeId, versionId, network });
    return true;
  }

  /**
   * Writes the pending downloads. If that fails, they stay pending. Flushes run one after another, so that what was
   * counted before this one is written when it returns, even if another one was writing it.
   */
  readonly flush = serialize(() => this.#flush());

  async #flush(): Promise<void> {
    if (this.#pending.size > 0) await this.#write();
    await this.#removeEarlierDays();
  }

  async #write(): Promise<void> {
    const pending = [...this.#pending];
    this.#pending.clear();
    const downloads = pending.map(([, download]) => download);
    const { engine } = this.#store;
    try {
      const { counted, dropped } = await this.#store.write({ actor: 'server' }, (tx) =>
        countDownloads(tx, engine, downloads, this.#bounds.marksMax),
      );
      this.totals.counted += counted;
      this.totals.dropped += dropped;
    } catch (error) {
      const room = this.#bounds.pendingMax - this.#pending.size;
      for (const [key, download] of pending.slice(0, room)) this.#pending.set(key, download);
      this.totals.dropped += Math.max(0, pending.length - room);
      throw error;
    }
  }

  async #removeEarlierDays(): Promise<void> {
    const day = dayOf(this.#now().toISOString());
    if (this.#cleanDay === day) return;
    if (await hasEarlierDays(this.#store.read, day)) {
      await this.#store.write({ actor: 'server' }, (tx) => removeEarlierDays(tx, day));
    } else {
      this.#cleanDay = day;
    }
  }

  #beginDay(): void {
    const day = Math.floor(this.#now().getTime() / 86_400_000);
    if (day === this.#day) return;
    this.#day = day;
    this.#salt = randomBytes(16).toString('base64url');
    this.#seen.clear();
    this.#recent.clear();
  }
}

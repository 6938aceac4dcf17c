import { dayOf } from '@patchbay/contract/days';
import { type Counted, addDailyCounts } from '../store/rows/counts.ts';
import { serialize } from '../timing.ts';
import type { Store } from '../store/store.ts';

/**
 * Counts refused packages by rule and day, in memory until it writes them: a refusal waits for no disk. A process that is
 * killed loses what it counted since then.
 */
export class RefusalCounter {
  readonly #store: Pick<Store, 'write' | 'engine'>;
  readonly #pending = new Map<Counted, number>();

  constructor(store: Pick<Store, 'write' | 'engine'>) {
    this.#store = store;
  }

  /** `rule` is one of a closed set, which bounds what is kept. */
  count(rule: string): void {
    this.#add(`refused:${rule}`, 1);
  }

  /** Writes what was counted, after what is being written. If that fails, it stays. */
  readonly flush = serialize(() => this.#flush());

  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const pending = new Map(this.#pending);
    this.#pending.clear();
    try {
      await this.#store.write({ actor: 'server' }, (tx) =>
        addDailyCounts(tx, this.#store.engine, dayOf(tx.now), pending),
      );
    } catch (error) {
      for (const [what, count] of pending) this.#add(what, count);
      throw error;
    }
  }

  #add(what: Counted, count: number): void {
    this.#pending.set(what, (this.#pending.get(what) ?? 0) + count);
  }
}

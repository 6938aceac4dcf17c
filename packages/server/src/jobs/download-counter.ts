import { type Store } from '../store/store.ts';
import { addDownloads } from '../store/nodes.ts';

/**
 * Counts downloads in memory and writes them down now and then: a write for each would make every install wait
 * for the disk. A process that is killed loses what it counted since.
 */
export class DownloadCounter {
  readonly #store: Store;
  #counts = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  count(nodeKey: string): void {
    this.#counts.set(nodeKey, (this.#counts.get(nodeKey) ?? 0) + 1);
  }

  /** Writes down what was counted. When that fails, the counts are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    try {
      const { engine } = this.#store;
      await this.#store.write({ actor: 'server' }, (tx) => addDownloads(tx, engine, counts));
    } catch (error) {
      for (const [key, count] of counts) this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
      throw error;
    }
  }
}

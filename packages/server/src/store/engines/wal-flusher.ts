import { type FileHandle, open } from 'node:fs/promises';

/**
 * Flushes the write-ahead log of SQLite from outside of it, so that neither the event loop nor the next transaction
 * waits for the disk, and all who commit while one flush is under way share the next.
 */
export class WalFlusher {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  /** Resolves when everything committed before the call is on the disk. */
  flush(): Promise<void> {
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async close(): Promise<void> {
    await (await this.#file)?.close();
  }

  async #flushAfter(earlier: Promise<void> | undefined): Promise<void> {
    // Whether that one failed is the matter of those who waited for it.
    await earlier?.catch(() => undefined);
    // What is committed from here on may come too late for this flush.
    this.#running = this.#next;
    this.#next = undefined;
    this.#file ??= this.#open();
    // All of the log lies in this file from its first write on, through whichever descriptor it was written.
    await (await this.#file).datasync();
  }

  #open(): Promise<FileHandle> {
    const file = open(this.#path);
    file.catch(() => (this.#file = undefined));
    return file;
  }
}

import { type FileHandle, open } from 'node:fs/promises';

/**
 * Flushes the write-ahead log of SQLite from outside of it, so that neither the event loop nor the next transaction
 * waits for the disk, and all commits during one flush share the next.
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
    // Its failure is reported to the callers that waited for it.
    await earlier?.catch(() => undefined);
    // Commits from here on may miss this flush.
    this.#running = this.#next;
    this.#next = undefined;
    this.#file ??= this.#open();
    // The whole log is in this file from its first write on, through any descriptor.
    await (await this.#file).datasync();
  }

  #open(): Promise<FileHandle> {
    const file = open(this.#path);
    file.catch(() => (this.#file = undefined));
    return file;
  }
}

import { fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { SharedFlush } from './shared-flush.ts';

/**
 * Flushes the write-ahead log of SQLite from outside of it, so that neither the event loop nor the next transaction
 * waits for the disk, and all commits during one flush share the next.
 */
export class WalFlusher {
  readonly #path: string;
  readonly #restart: () => Promise<void>;
  #file: Promise<FileHandle> | undefined;
  readonly #shared = new SharedFlush(() => this.#flushOnce());
  /** Whether a flush failed, and the log may have a hole on the disk, at which a recovery ends. */
  #isTorn = false;

  /** `restart` moves what the log holds into the database, flushes that, and begins the log anew. */
  constructor(databasePath: string, restart: () => Promise<void>) {
    this.#path = `${databasePath}-wal`;
    this.#restart = restart;
  }

  /** Resolves when everything committed before the call is on the disk. */
  flush(): Promise<void> {
    return this.#shared.flush();
  }

  async close(): Promise<void> {
    await (await this.#file)?.close();
  }

  async #flushOnce(): Promise<void> {
    if (this.#isTorn) await this.#mend();
    this.#file ??= this.#open();
    // The whole log is in this file from its first write on, through any descriptor.
    const file = await this.#file;
    await file.datasync().catch((error: unknown) => {
      this.#isTorn = true;
      throw error;
    });
    if (fstatSync(file.fd).nlink === 0) throw removed(this.#path);
  }

  /** The system reports a page that it could not write once, and then takes it for written. */
  async #mend(): Promise<void> {
    await this.#restart();
    this.#isTorn = false;
  }

  #open(): Promise<FileHandle> {
    const file = open(this.#path);
    file.catch(() => (this.#file = undefined));
    return file;
  }
}

/** All that is in a removed file, or written to it, is lost once it is closed. */
const removed = (path: string): Error =>
  Object.assign(new Error(`${path} was removed while it was in use. Start the server again.`), {
    code: 'ENOENT',
  });

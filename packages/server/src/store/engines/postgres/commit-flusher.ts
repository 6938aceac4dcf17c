import { Client, type ClientConfig } from 'pg';
import { SharedFlush } from '../shared-flush.ts';
import { DatabaseAwayError, toDatabaseFault } from './faults.ts';

/** A commit of its own, with which the database flushes all before it. It leaves nothing behind in the tables. */
const flushCommits = "select pg_logical_emit_message(true, 'patchbay', '')";

/**
 * Flushes what this process committed without waiting for the disk. A crash of the database loses commits that were not
 * flushed, and a later flush succeeds without them; behind a pooler, a new connection just waits until the database is
 * back. So a commit is flushed on a connection that was made before its transaction, which does not survive a crash.
 */
export class CommitFlusher {
  readonly #config: ClientConfig;
  readonly #onFailure: (error: Error) => void;
  #client: Client | undefined;
  #flush: Promise<SharedFlush> | undefined;
  /** Of the last commit, until it is flushed or lost. */
  #owed: { flush: SharedFlush } | undefined;

  /** `onFailure` gets what fails when a connection is closed. */
  constructor(config: ClientConfig, onFailure: (error: Error) => void) {
    this.#config = config;
    this.#onFailure = onFailure;
  }

  /** What flushes the commit of a transaction that begins after this. */
  prepare(): Promise<SharedFlush> {
    this.#flush ??= this.#connect();
    return this.#flush;
  }

  /** A transaction was committed that began after this flush was prepared. */
  noteCommit(flush: SharedFlush): void {
    this.#owed = { flush };
  }

  /** Resolves when everything that was committed before the call is on the disk. */
  async flush(): Promise<void> {
    const owed = this.#owed;
    if (owed === undefined) return (await this.prepare()).flush();
    await owed.flush.flush().finally(() => {
      if (this.#owed === owed) this.#owed = undefined;
    });
  }

  async close(): Promise<void> {
    await this.#client?.end();
  }

  async #connect(): Promise<SharedFlush> {
    const client = new Client(this.#config);
    this.#client = client;
    // What is under way on it fails with it.
    client.on('error', () => this.#drop(client));
    client.once('end', () => this.#drop(client));
    try {
      await client.connect();
    } catch (error) {
      this.#drop(client);
      throw toDatabaseFault(error);
    }
    return new SharedFlush(async () => {
      if (client !== this.#client) throw new DatabaseAwayError(new Error('its connection was lost'));
      await client.query(flushCommits).catch((error: unknown) => {
        this.#drop(client);
        throw toDatabaseFault(error);
      });
    });
  }

  /** The next transaction begins with another connection. */
  #drop(client: Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#flush = undefined;
    client.end().catch(this.#onFailure);
  }
}

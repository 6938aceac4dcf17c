import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { CommitNotice } from '../../engine.ts';
import { toDatabaseFault } from './faults.ts';

/** The channel on which commits are announced. */
export const commitChannel = 'patchbay_news';

/** In milliseconds. */
const backoff = { first: 50, most: 1_000 };
const connectMs = 5_000;

/** A notice as it is written on the channel, with the process that it comes from. */
export const writeNotice = (from: string, { changes, jobs }: CommitNotice): string =>
  JSON.stringify({ from, changes, jobs });

/** Listens to the channel on a separate connection until it is closed. Reconnects after a failure. */
export class Listener {
  readonly #url: string;
  readonly #self: string;
  readonly #listener: (notice: CommitNotice) => void;
  readonly #onFailure: (error: Error) => void;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  #client: Client | undefined;
  #isConnected = false;

  /** Ignores notices from `self`: the committing process already knows. */
  constructor(
    url: string,
    self: string,
    listener: (notice: CommitNotice) => void,
    onFailure: (error: Error) => void,
  ) {
    this.#url = url;
    this.#self = self;
    this.#listener = listener;
    this.#onFailure = onFailure;
    this.#done = this.#run();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let pause = backoff.first;
    for (;;) {
      const { error, wasConnected } = await this.#listen();
      if (signal.aborted) return;
      this.#onFailure(
        new Error('commits of other processes cannot be received', { cause: toDatabaseFault(error) }),
      );
      if (wasConnected) pause = backoff.first;
      await wait(pause, undefined, { signal, ref: false }).catch((reason: unknown) => {
        if (!signal.aborted) throw reason;
      });
      if (signal.aborted) return;
      pause = Math.min(pause * 2, backoff.most);
    }
  }

  /** Resolves when the connection is lost, or cannot be made. */
  async #listen(): Promise<{ error: unknown; wasConnected: boolean }> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'patchbay',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    this.#client = client;
    const lost = new Promise<unknown>((resolve) => {
      // A connection that is closed while it is being made says so by its end alone.
      client.on('error', resolve);
      client.once('end', () => resolve(new Error('the connection was closed')));
    });
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    let wasConnected = false;
    const connect = async (): Promise<unknown> => {
      await client.connect();
      await client.query(`listen ${commitChannel}`);
      wasConnected = true;
      this.#isConnected = true;
      // Notices sent before this moment were lost.
      this.#listener({ changes: true, jobs: true });
      return lost;
    };
    const error = await Promise.race([lost, connect()]).catch((reason: unknown) => reason);
    this.#isConnected = false;
    if (wasConnected && !this.#closing.signal.aborted) this.#listener({ changes: true, jobs: true });
    await client.end().catch(this.#onFailure);
    return { error, wasConnected };
  }

  #receive(payload: string): void {
    const { from, changes, jobs } = JSON.parse(payload) as CommitNotice & { from: string };
    if (from !== this.#self) this.#listener({ changes, jobs });
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { CommitNotice } from '../../engine.ts';

/** The channel on which commits are announced. */
export const commitChannel = 'patchbay_news';

/** In milliseconds. */
const backoff = { first: 50, most: 1_000 };
const connectMs = 5_000;

/** How news is written on the channel, with the process it comes from. */
export const writeNotice = (from: string, { changes, jobs }: CommitNotice): string =>
  JSON.stringify({ from, changes, jobs });

/** Listens to the channel on a separate connection until it is closed. Reconnects after a failure. */
export class Listener {
  readonly #url: string;
  readonly #self: string;
  readonly #listener: (news: CommitNotice) => void;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  #client: Client | undefined;

  /** Ignores notices from `self`: the committing process already knows. */
  constructor(url: string, self: string, listener: (news: CommitNotice) => void) {
    this.#url = url;
    this.#self = self;
    this.#listener = listener;
    this.#done = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#done;
  }

  async #run(): Promise<void> {
    let pause = backoff.first;
    while (!this.#closing.signal.aborted) {
      await this.#hear(() => (pause = backoff.first)).catch(() => undefined);
      await wait(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, backoff.most);
    }
  }

  /** Resolves when the connection is lost. */
  async #hear(onConnected: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'patchbay',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    this.#client = client;
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve);
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.#tell(payload ?? ''));
    try {
      // A connection that is closed while it is being made says so by its end alone.
      await Promise.race([lost, this.#subscribe(client).then(onConnected)]);
      await lost;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #subscribe(client: Client): Promise<void> {
    await client.connect();
    await client.query(`listen ${commitChannel}`);
    // Notices sent before this moment were lost.
    this.#listener({ changes: true, jobs: true });
  }

  #tell(payload: string): void {
    const { from, changes, jobs } = JSON.parse(payload) as CommitNotice & { from: string };
    if (from !== this.#self) this.#listener({ changes, jobs });
  }
}

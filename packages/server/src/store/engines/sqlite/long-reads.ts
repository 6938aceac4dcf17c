import { nextSlice, sliceMs } from '../../../next-slice.ts';
import type { PreparedDatabase } from './prepared-database.ts';

/** So many long reads are under way at a time; others wait. */
const connectionsMax = 4;

/**
 * Reads that pause between rows, so that other requests are served meanwhile. Each has a connection to itself: until it
 * ends, every other read on its connection would see the database as it was when this one began.
 */
export class LongReads {
  readonly #connect: () => PreparedDatabase;
  readonly #connections: PreparedDatabase[] = [];
  readonly #idle: PreparedDatabase[] = [];
  readonly #waiting: ((database: PreparedDatabase) => void)[] = [];

  constructor(connect: () => PreparedDatabase) {
    this.#connect = connect;
  }

  async read(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const database = this.#idle.pop() ?? (await this.#open());
    try {
      return await readInSlices(database, text, parameters);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(database);
      else next(database);
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  async #open(): Promise<PreparedDatabase> {
    if (this.#connections.length >= connectionsMax) {
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    const connection = this.#connect();
    this.#connections.push(connection);
    return connection;
  }
}

const readInSlices = async (
  database: PreparedDatabase,
  text: string,
  parameters: readonly unknown[],
): Promise<unknown[]> => {
  await nextSlice();
  const rows: unknown[] = [];
  let begun = performance.now();
  for (const row of database.prepare(text).iterate(parameters)) {
    rows.push(row);
    if (performance.now() - begun < sliceMs) continue;
    await nextSlice();
    begun = performance.now();
  }
  return rows;
};

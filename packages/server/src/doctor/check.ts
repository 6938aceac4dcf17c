import type { BlobStore } from '../packages/blobs/blob-store.ts';
import type { Engine } from '../store/engine.ts';
import { refreshListing } from '../store/listing/catalogue.ts';
import type { ReadConnection, Store, Writer } from '../store/store.ts';

/** How many faults of one check are reported. */
export const faultsMax = 1_000;
/** How many faults a check without pages looks for: one more, which tells that there are others. */
export const soughtMax = faultsMax + 1;

/** One thing that is wrong. */
export interface Fault {
  /** What it is about, for example `version:<id>`. With the check it identifies the fault. */
  subject: string;
  /** What is wrong and, where nothing repairs it, what to do: one sentence or two. */
  message: string;
}

/** What a check looks at. */
export interface Examined {
  /** The rows, all of one moment for a check of rows. */
  read: ReadConnection;
  engine: Pick<Engine, 'findDamage' | 'isUnavailable'>;
  blobs: Pick<BlobStore, 'list' | 'measure' | 'open' | 'check' | 'leftovers' | 'findArrival'>;
  now: Date;
  /** Whether to leave out what reads whole packages. */
  isQuick: boolean;
}

/** What a repair may change. */
export interface Repaired {
  store: Store;
  blobs: Pick<BlobStore, 'remove' | 'leftovers'>;
}

export interface Check {
  readonly name: string;
  /** What holds where the check finds nothing. */
  readonly promise: string;
  /** Whether it reads rows alone, or packages too. */
  readonly reads: 'rows' | 'packages';
  readonly find: (examined: Examined) => AsyncIterable<Fault>;
  /** Repairs one fault and says what it did. Absent where only people can decide. */
  readonly repair?: (repaired: Repaired, subject: string) => Promise<string>;
  /** How many faults one run repairs, if not all. */
  readonly repairsMax?: number;
}

/** Few enough that a page of the largest rows there are fits into memory. */
const rowsPerPage = 200;

/** Rows by key, in pages, so that neither memory nor the time of a statement grows with the registry. */
export const inPages = async function* <Row>(
  readPage: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await readPage(last, rowsPerPage);
    yield rows;
    last = rows.length < rowsPerPage ? undefined : rows.at(-1);
  } while (last !== undefined);
};

const nodePrefix = 'node:';

/**
 * Repairs what is derived of a node in one transaction, refreshes its list data, and appends a change, by which servers
 * drop what they cached of the node.
 */
export const repairNode =
  (
    check: string,
    done: string,
    derive: (tx: Writer, nodeKey: string) => Promise<void> = async () => {},
  ): NonNullable<Check['repair']> =>
  async ({ store }, subject) => {
    const key = subject.slice(nodePrefix.length);
    await store.write({ actor: 'operator' }, async (tx) => {
      await derive(tx, key);
      await refreshListing(tx, key);
      await tx.append({ kind: 'node.repaired', about: { key }, after: { check } });
    });
    return done;
  };

import type { BlobStore } from '../packages/blobs/blob-store.ts';
import type { Engine } from '../store/engine.ts';
import type { Reader, Store } from '../store/store.ts';

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
  read: Reader;
  engine: Pick<Engine, 'countUnindexed' | 'findDamage'>;
  blobs: Pick<BlobStore, 'list' | 'measure' | 'open' | 'leftovers'>;
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

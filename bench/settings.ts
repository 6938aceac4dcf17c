/** The number of connections for all writes. */
export const writers = 16;

/** How long and how often everything is measured. */
export interface Settings {
  /** Measured rounds, after one extra round to warm up. */
  rounds: number;
  /** For each measurement limited by time. */
  seconds: number;
  /** Requests of each measurement limited by their number. */
  writes: number;
  connections: number;
  /** The sizes of the registries that `growth` compares, as multiples of the catalogue. */
  sizes: readonly number[];
}

export const thorough: Settings = {
  rounds: 5,
  seconds: 2,
  writes: 500,
  connections: 64,
  sizes: [1, 10, 100],
};

/** For trials: the numbers mean little. */
export const quick: Settings = { rounds: 2, seconds: 1, writes: 200, connections: 64, sizes: [1, 2] };

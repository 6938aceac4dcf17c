/** Connections of everything that writes. */
export const writers = 16;

/** How long and how often everything is measured. */
export interface Settings {
  /** Measured rounds; one more goes before them to warm up. */
  rounds: number;
  /** Of each measurement that is bounded by time. */
  seconds: number;
  /** Requests of each measurement that is bounded by their number. */
  writes: number;
  connections: number;
  /** How many times the catalogue the registries are that `growth` compares. */
  sizes: readonly number[];
}

export const thorough: Settings = {
  rounds: 5,
  seconds: 2,
  writes: 500,
  connections: 64,
  sizes: [1, 10, 100],
};

/** For trying: the numbers mean little. */
export const quick: Settings = { rounds: 2, seconds: 1, writes: 200, connections: 64, sizes: [1, 2] };

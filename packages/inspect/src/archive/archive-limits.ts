export interface ArchiveLimits {
  /** Sum of all entries' sizes once unpacked, in bytes. */
  unpackedBytesMax: number;
  /** Number of entries, folders included. */
  entriesMax: number;
  /** Unpacked bytes per packed byte, for each entry and for the whole archive. */
  ratioMax: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  unpackedBytesMax: 1024 ** 3,
  entriesMax: 20_000,
  ratioMax: 200,
};

/** Below this many unpacked bytes, no ratio is a danger. A harmless file of zeros easily exceeds any ratio. */
const RATIO_FREE_BYTES = 1024 ** 2;

export const expandsTooMuch = (packedBytes: number, unpackedBytes: number, limits: ArchiveLimits): boolean =>
  unpackedBytes > RATIO_FREE_BYTES && unpackedBytes > packedBytes * limits.ratioMax;

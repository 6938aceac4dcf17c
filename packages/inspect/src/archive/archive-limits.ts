export interface ArchiveLimits {
  /** Sum of all entries' sizes once unpacked, in bytes. */
  unpackedBytesMax: number;
  /** Number of entries, folders included. */
  entriesMax: number;
  /** Unpacked bytes per packed byte, for each large entry and for the whole archive. */
  ratioMax: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  unpackedBytesMax: 1024 ** 3,
  entriesMax: 20_000,
  ratioMax: 200,
};

const MIB = 1024 ** 2;
/**
 * Below this many unpacked bytes, no ratio is a danger: a harmless file of zeros easily exceeds any. Single files may be
 * larger, because models and sounds of silence are, in packages that as a whole stay far below the ratio.
 */
const RATIO_FREE_BYTES = { file: 8 * MIB, archive: MIB } as const;

export const expandsTooMuch = (
  of: keyof typeof RATIO_FREE_BYTES,
  packedBytes: number,
  unpackedBytes: number,
  limits: ArchiveLimits,
): boolean => unpackedBytes > RATIO_FREE_BYTES[of] && unpackedBytes > packedBytes * limits.ratioMax;

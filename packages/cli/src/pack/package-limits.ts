import type { ArchiveLimits } from '@patchbay/inspect';

/** What a registry takes. */
export interface PackageLimits extends ArchiveLimits {
  readonly packageBytesMax: number;
}

/** Those of a registry whose operator left them as they are. */
export const usualLimits: PackageLimits = {
  packageBytesMax: 100 * 1024 ** 2,
  unpackedBytesMax: 1024 ** 3,
  entriesMax: 20_000,
  ratioMax: 200,
};

/** The limits in the answer of `GET /limits`, and the usual ones where it does not have them. */
export const limitsIn = (settings: Readonly<Record<string, number>>): PackageLimits => ({
  packageBytesMax: settings['package_bytes_max'] ?? usualLimits.packageBytesMax,
  unpackedBytesMax: settings['package_unpacked_bytes_max'] ?? usualLimits.unpackedBytesMax,
  entriesMax: settings['package_entries_max'] ?? usualLimits.entriesMax,
  ratioMax: settings['package_ratio_max'] ?? usualLimits.ratioMax,
});

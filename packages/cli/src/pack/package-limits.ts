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

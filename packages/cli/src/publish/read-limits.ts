import type { Connection } from '../connect.ts';
import { type PackageLimits, usualLimits } from '../pack/package-limits.ts';

/** What this registry takes. */
export const readLimits = async ({ api, client }: Connection): Promise<PackageLimits> => {
  const { settings } = await api.getLimits(client);
  return {
    packageBytesMax: settings['package_bytes_max'] ?? usualLimits.packageBytesMax,
    unpackedBytesMax: settings['package_unpacked_bytes_max'] ?? usualLimits.unpackedBytesMax,
    entriesMax: settings['package_entries_max'] ?? usualLimits.entriesMax,
    ratioMax: settings['package_ratio_max'] ?? usualLimits.ratioMax,
  };
};

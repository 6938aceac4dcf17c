import { DEFAULT_LIMITS, type ArchiveLimits } from '@patchbay/inspect/archive';
import type { Connection } from '../connect.ts';
import { bounds } from './bounds.ts';

export interface PackageLimits {
  readonly bytesMax: number;
  readonly archive: ArchiveLimits;
}

const defaultBytesMax = 100 * 1024 ** 2;

/** What the registry says that a package can have, within what the command line accepts. */
export const readPackageLimits = async ({ api, client }: Connection): Promise<PackageLimits> => {
  const { settings } = await api.getLimits(client);
  const limit = (name: string, fallback: number, max: number): number => {
    const said = settings[name];
    return typeof said === 'number' && said > 0 ? Math.min(said, max) : fallback;
  };
  return {
    bytesMax: limit('package_bytes_max', defaultBytesMax, bounds.packageBytesMax),
    archive: {
      unpackedBytesMax: limit(
        'package_unpacked_bytes_max',
        DEFAULT_LIMITS.unpackedBytesMax,
        bounds.unpackedBytesMax,
      ),
      entriesMax: limit('package_entries_max', DEFAULT_LIMITS.entriesMax, bounds.entriesMax),
      ratioMax: limit('package_ratio_max', DEFAULT_LIMITS.ratioMax, bounds.ratioMax),
    },
  };
};

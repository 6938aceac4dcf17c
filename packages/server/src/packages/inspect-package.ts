import type { Context } from '../context.ts';
import { TooHeavyError } from './package-reader.ts';
import type { PackageFault } from './intake.ts';

/** What is wrong with the file as the package of this version: it is no sound zip, or says that it is another. */
export const inspectPackage = async (
  { config, profile, readers }: Pick<Context, 'config' | 'profile' | 'readers'>,
  path: string,
  { publisherId, ...published }: { publisherId: string; nodeId: string; version: string },
): Promise<PackageFault | undefined> => {
  const limits = {
    unpackedBytesMax: config.PACKAGE_UNPACKED_BYTES_MAX,
    entriesMax: config.PACKAGE_ENTRIES_MAX,
    ratioMax: config.PACKAGE_RATIO_MAX,
  };
  const { looseVersions } = profile.compat;
  try {
    return await readers.inspect({
      path,
      network: publisherId,
      publisherId,
      published,
      limits,
      looseVersions,
    });
  } catch (error) {
    if (!(error instanceof TooHeavyError)) throw error;
    return { kind: 'too-heavy', cause: error };
  }
};

import { ArchiveRefusal } from '../archive/archive-refusal.ts';
import { findMismatches } from '../archive/find-mismatches.ts';
import { readPackageMetadata } from '../archive/package-metadata.ts';
import { readArchive } from '../archive/read-archive.ts';
import { verifyArchive } from '../archive/verify-archive.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';

/**
 * Throws `invalid_package` unless the file is a zip that is whole and harmless, and `package_mismatch` when it
 * says that it is something else than what was published.
 */
export const demandSoundPackage = async (
  path: string,
  config: Config,
  published: { nodeId: string; version: string },
): Promise<void> => {
  const limits = {
    unpackedBytesMax: config.PACKAGE_UNPACKED_BYTES_MAX,
    entriesMax: config.PACKAGE_ENTRIES_MAX,
    ratioMax: config.PACKAGE_RATIO_MAX,
  };
  try {
    await verifyArchive(path, limits);
    await using archive = await readArchive(path, limits);
    const metadata = await readPackageMetadata(archive);
    if (!metadata.ok) throw new ApiError('invalid_package', metadata.problem);
    const mismatches = findMismatches(metadata.declared, published);
    if (mismatches.length > 0) {
      throw new ApiError('package_mismatch', mismatches.join(' '), {
        details: mismatches.map((message) => ({ path: '/pyproject.toml', message })),
      });
    }
  } catch (error) {
    throw error instanceof ArchiveRefusal ? invalidPackage(error) : error;
  }
};

const invalidPackage = (refusal: ArchiveRefusal): ApiError =>
  new ApiError('invalid_package', refusal.message, {
    cause: refusal,
    ...(refusal.entry === undefined
      ? {}
      : { details: [{ path: `/${printable(refusal.entry)}`, message: refusal.message }] }),
  });

/** A name out of a hostile archive, as one short line of plain characters. */
const printable = (name: string): string => JSON.stringify(name.toWellFormed()).slice(1, -1).slice(0, 200);

import { type StagedBlob, BlobTooLargeError } from '../blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { ApiError, packageTooLarge } from '../errors.ts';
import { TooHeavyError } from '../readers/reader-process.ts';

/** The package on the disk, once it is there; throws `package_too_large` when it is longer than it may be. */
export const requireSize = async (
  { config }: Pick<Context, 'config'>,
  staging: Promise<StagedBlob>,
): Promise<StagedBlob> => {
  try {
    return await staging;
  } catch (error) {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw packageTooLarge(config.PACKAGE_BYTES_MAX);
  }
};

/**
 * Throws `invalid_package` unless the file is a zip that is whole and harmless, and `package_mismatch` when it
 * says that it is something else than what was published.
 */
export const requireSoundPackage = async (
  { config, profile, readers }: Pick<Context, 'config' | 'profile' | 'readers'>,
  path: string,
  published: { nodeId: string; version: string },
): Promise<void> => {
  const limits = {
    unpackedBytesMax: config.PACKAGE_UNPACKED_BYTES_MAX,
    entriesMax: config.PACKAGE_ENTRIES_MAX,
    ratioMax: config.PACKAGE_RATIO_MAX,
  };
  const { looseVersions } = profile.compat;
  const objection = await readers
    .inspect({ path, published, limits, looseVersions })
    .catch((error: unknown) => {
      throw error instanceof TooHeavyError ? tooHeavy(error) : error;
    });
  if (objection === undefined) return;
  if (objection.kind === 'mismatch') {
    throw new ApiError('package_mismatch', objection.mismatches.join(' '), {
      details: objection.mismatches.map((message) => ({ path: '/pyproject.toml', message })),
    });
  }
  const { message, entry } = objection;
  throw new ApiError(
    'invalid_package',
    message,
    entry === undefined ? {} : { details: [{ path: `/${printable(entry)}`, message }] },
  );
};

const tooHeavy = (cause: TooHeavyError): ApiError =>
  new ApiError('invalid_package', 'The package takes too long to read; make it smaller or split it.', {
    cause,
  });

/** A name out of a hostile archive, as one short line of plain characters. */
const printable = (name: string): string => JSON.stringify(name.toWellFormed()).slice(1, -1).slice(0, 200);

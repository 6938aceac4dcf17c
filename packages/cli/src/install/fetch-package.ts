import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type NodeVersion, IntegrityError } from '@patchbay/client';
import { ArchiveRefusal } from '@patchbay/inspect/archive';
import type { Connection } from '../connect.ts';
import { CliError } from '../errors.ts';
import type { InstalledNode } from './installed-node.ts';
import type { PackageLimits } from './package-limits.ts';
import { requireRoom } from './require-room.ts';
import { unpackPackage } from './unpack-package.ts';

/**
 * Downloads the package of a version, compares it with its digest, and unpacks it into `folder`, which it makes.
 * Throws if any of it is not as the version says, or breaks a rule for packages.
 */
export const fetchPackage = async (
  { api, client }: Connection,
  version: NodeVersion,
  folder: string,
  limits: PackageLimits,
  onProgress: (received: number, total: number) => void,
): Promise<Pick<InstalledNode, 'sha256' | 'bytes' | 'files'>> => {
  const { package_bytes: bytes = 0, package_sha256: sha256 = '' } = version;
  if (bytes > limits.bytesMax) {
    throw new IntegrityError(
      `The package has ${bytes} bytes, more than the ${limits.bytesMax} that are allowed.`,
    );
  }
  await requireRoom(dirname(folder), bytes);
  const archive = `${folder}.zip`;
  await writeFile(archive, await api.downloadPackage(client, version, { onProgress }));
  await mkdir(folder);
  try {
    return { sha256, bytes, files: await unpackPackage(archive, folder, limits.archive) };
  } catch (error) {
    throw error instanceof ArchiveRefusal ? asCliError(error, version) : error;
  } finally {
    await rm(archive, { force: true });
  }
};

/** The sentences of the rules are written for publishers. */
const asCliError = ({ message, entry, rule }: ArchiveRefusal, { node_id, version }: NodeVersion): CliError =>
  new CliError('invalid_package', `The package of ${node_id} ${version} is refused (${rule}). ${message}`, {
    ...(entry !== undefined && { details: [{ path: entry, message: rule }] }),
    next: 'Nothing of it is installed. Choose another version, and tell the publisher.',
  });

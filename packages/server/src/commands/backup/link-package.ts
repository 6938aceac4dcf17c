import { createReadStream } from 'node:fs';
import { link, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digestOf } from '@patchbay/inspect/facts';
import { ifUnreadable } from '../../packages/blobs/blob-store.ts';
import { privateModes } from '../../private-files.ts';
import type { IsThere } from '../migrate-storage/move-packages.ts';

/**
 * Creates a hard link to a package in the last backup, or in this one if it was killed before. `isVerifying` also
 * compares the bytes of these files with their digest; otherwise the size decides.
 */
export const linkPackage =
  (from: string | undefined, to: string, isVerifying: boolean): IsThere =>
  async ({ bytes, sha256 }, key) => {
    const digestAt = (path: string) => digestOf(createReadStream(path)).catch(ifUnreadable(() => undefined));
    const isWhole = async (path: string): Promise<boolean> => {
      const size = (await stat(path).catch(() => undefined))?.size;
      return size === bytes && (!isVerifying || (await digestAt(path)) === sha256);
    };
    const target = join(to, key);
    if (await isWhole(target)) return true;
    if (from === undefined || !(await isWhole(join(from, key)))) return false;
    await mkdir(dirname(target), { recursive: true, mode: privateModes.folder });
    // Some file systems have no links; the package is then copied from the store again.
    return link(join(from, key), target).then(
      () => true,
      () => false,
    );
  };

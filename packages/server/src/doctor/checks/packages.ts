import { digestOf } from '@patchbay/inspect/facts';
import { keyOfPackage } from '../../blobs/keys.ts';
import { type PackageOfVersion, readStoredPackages } from '../../store/rows/stored-packages.ts';
import type { Check, Examined, Fault } from '../check.ts';

const packagesAtOnce = 8;

/** A package that is missing or damaged can only come back from a backup. */
export const packages: Check = {
  name: 'packages',
  promise: 'Every package is in the store, with the size and the SHA-256 of its version.',
  reads: 'packages',
  async *find(examined) {
    let waiting: Promise<Fault | undefined>[] = [];
    for await (const one of readStoredPackages(examined.read)) {
      waiting.push(examine(examined, one));
      if (waiting.length < packagesAtOnce) continue;
      yield* await found(waiting);
      waiting = [];
    }
    yield* await found(waiting);
  },
};

const found = async (waiting: readonly Promise<Fault | undefined>[]): Promise<Fault[]> =>
  (await Promise.all(waiting)).filter((fault) => fault !== undefined);

const examine = async (
  { blobs, isQuick }: Examined,
  stored: PackageOfVersion,
): Promise<Fault | undefined> => {
  const { versionId, sha256, bytes } = stored;
  const key = keyOfPackage(stored);
  const fault = (what: string): Fault => ({
    subject: `version:${versionId}`,
    message: `The package ${key} ${what}. Restore it from a backup.`,
  });
  const size = await blobs.measure(key);
  if (size === undefined) return fault('is not in the store');
  if (size !== bytes) return fault(`has ${size} bytes instead of ${bytes}`);
  if (isQuick) return undefined;
  const digest = await digestOf(await blobs.open(key));
  return digest === sha256 ? undefined : fault(`has other bytes: their SHA-256 is ${digest}`);
};

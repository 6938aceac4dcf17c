import { digestOf } from '@patchbay/inspect/facts';
import { ifUnreadable } from '../../packages/blobs/if-unreadable.ts';
import { keyOfPackage } from '../../packages/blobs/keys.ts';
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

/** What is wrong with a package. A store that is away is not, and ends the look. */
const examine = async (
  examined: Pick<Examined, 'blobs' | 'isQuick'>,
  stored: PackageOfVersion,
): Promise<Fault | undefined> => {
  const key = keyOfPackage(stored);
  const fault = await describeFault(examined, key, stored).catch(ifUnreadable((what) => what));
  return fault === undefined
    ? undefined
    : {
        subject: `version:${stored.versionId}`,
        message: `The package ${key} ${fault}. Restore it from a backup.`,
      };
};

const describeFault = async (
  { blobs, isQuick }: Pick<Examined, 'blobs' | 'isQuick'>,
  key: string,
  { sha256, bytes }: PackageOfVersion,
): Promise<string | undefined> => {
  const size = await blobs.measure(key);
  if (size === undefined) return 'is not in the store';
  if (size !== bytes) return `has ${size} bytes instead of ${bytes}`;
  if (isQuick) return undefined;
  const digest = await digestOf(await blobs.open(key));
  return digest === sha256 ? undefined : `has other bytes: their SHA-256 is ${digest}`;
};

import { digestOf } from '@patchbay/inspect/facts';
import { describeUnreadable, keyOfPackage } from '../../packages/blobs/blob-store.ts';
import { examineBlobs, orphanGraceMs, orphansRemovedMax } from '../../packages/examine-blobs.ts';
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
  const fault = await describeFault(examined, key, stored).catch((error: unknown) =>
    describeUnreadable(examined.blobs, error),
  );
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

const orphanPrefix = 'package:';

/** The reaper removes orphans too, at most as many a day. */
export const orphans: Check = {
  name: 'orphans',
  promise: 'Every package in the store for longer than a day is that of a version.',
  reads: 'packages',
  async *find({ read, blobs, now }) {
    const before = new Date(now.getTime() - orphanGraceMs);
    for await (const page of examineBlobs(read, blobs, '')) {
      for (const { key, storedAt } of page.orphans) {
        if (storedAt < before) yield { subject: orphanPrefix + key, message: 'No version has this package.' };
      }
    }
  },
  repairsMax: orphansRemovedMax,
  async repair({ blobs }, subject) {
    await blobs.remove(subject.slice(orphanPrefix.length));
    return 'removed it';
  },
};

/** Nothing removes these, because this server did not write them. */
export const foreignObjects: Check = {
  name: 'foreign-objects',
  promise: 'The package store holds nothing but packages.',
  reads: 'packages',
  async *find({ read, blobs }) {
    for await (const { foreign } of examineBlobs(read, blobs, '')) {
      for (const { key } of foreign) {
        yield { subject: `object:${key}`, message: 'The registry did not write this. Move it elsewhere.' };
      }
    }
  },
};

const leftoverPrefix = 'file:';

/** The start of a server and the reaper remove these too. */
export const leftovers: Check = {
  name: 'leftovers',
  promise: 'No upload lies on this machine whose process ended.',
  reads: 'packages',
  async *find({ blobs }) {
    for await (const { path } of blobs.leftovers()) {
      yield { subject: leftoverPrefix + path, message: 'The upload of a process that ended.' };
    }
  },
  async repair({ blobs }, subject) {
    for await (const leftover of blobs.leftovers()) {
      if (leftoverPrefix + leftover.path === subject) await leftover.remove();
    }
    return 'removed it';
  },
};

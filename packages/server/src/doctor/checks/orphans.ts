import { examineBlobs, orphanGraceMs, orphansRemovedMax } from '../../packages/examine-blobs.ts';
import type { Check } from '../check.ts';

const prefix = 'package:';

/** The reaper removes orphans too, at most as many a day. */
export const orphans: Check = {
  name: 'orphans',
  promise: 'Every package in the store for longer than a day is that of a version.',
  reads: 'packages',
  async *find({ read, blobs, now }) {
    const before = new Date(now.getTime() - orphanGraceMs);
    for await (const page of examineBlobs(read, blobs, '')) {
      for (const { key, storedAt } of page.orphans) {
        if (storedAt < before) yield { subject: prefix + key, message: 'No version has this package.' };
      }
    }
  },
  repairsMax: orphansRemovedMax,
  async repair({ blobs }, subject) {
    await blobs.remove(subject.slice(prefix.length));
    return 'removed it';
  },
};

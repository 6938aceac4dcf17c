import type { Check } from '../check.ts';

const prefix = 'file:';

/** The start of a server and the reaper remove these too. */
export const leftovers: Check = {
  name: 'leftovers',
  promise: 'No upload lies on this machine whose process ended.',
  reads: 'packages',
  async *find({ blobs }) {
    for await (const { path } of blobs.leftovers()) {
      yield { subject: prefix + path, message: 'The upload of a process that ended.' };
    }
  },
  async repair({ blobs }, subject) {
    for await (const { path, remove } of blobs.leftovers()) if (prefix + path === subject) await remove();
    return 'removed it';
  },
};

import { examineBlobs } from '../../packages/examine-blobs.ts';
import type { Check } from '../check.ts';

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

import { findWrongRatings, refreshRating } from '../../store/rows/reviews.ts';
import { type Check, soughtMax } from '../check.ts';
import { repairNode } from '../repair-node.ts';

export const ratings: Check = {
  name: 'ratings',
  promise: 'The stars of every node are the sum of its reviews.',
  reads: 'rows',
  async *find({ read }) {
    for (const { key, found, expected } of await findWrongRatings(read, soughtMax)) {
      yield {
        subject: `node:${key}`,
        message: `It has ${found.sum} stars of ${found.count} reviews instead of ${expected.sum} of ${expected.count}.`,
      };
    }
  },
  repair: repairNode('ratings', 'added up its reviews again', refreshRating),
};

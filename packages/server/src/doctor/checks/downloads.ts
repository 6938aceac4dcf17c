import { findWrongDays, recountMarks } from '../../store/rows/downloads.ts';
import type { Check } from '../check.ts';

const prefix = 'day:';

export const downloads: Check = {
  name: 'downloads',
  promise: 'Every day that counts downloads has the number of its marks.',
  reads: 'rows',
  async *find({ read }) {
    for (const { day, found, expected } of await findWrongDays(read)) {
      yield { subject: prefix + day, message: `It counts ${found} marks instead of ${expected}.` };
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, (tx) => recountMarks(tx, subject.slice(prefix.length)));
    return 'counted its marks again';
  },
};

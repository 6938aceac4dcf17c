import { findWrongCompatibility, recountCompatibility } from '../../store/listing/compatibility-counts.ts';
import type { Check } from '../check.ts';

export const compatibilityCounts: Check = {
  name: 'compatibility-counts',
  promise: 'Every combination of what nodes declare has the number of its nodes.',
  reads: 'rows',
  async *find({ read }) {
    for (const { combination, found, expected } of await findWrongCompatibility(read)) {
      yield {
        subject: `combination:${combination}`,
        message: `It counts ${found} nodes instead of ${expected}.`,
      };
    }
  },
  async repair({ store }) {
    await store.write({ actor: 'operator' }, recountCompatibility);
    return 'counted all combinations again';
  },
};

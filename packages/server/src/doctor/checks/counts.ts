import { restorePositions, findWrongPositions } from '../../store/listing/positions.ts';
import type { PositionedList } from '../../store/tables.ts';
import type { Check } from '../check.ts';

const prefix = 'list:';

export const counts: Check = {
  name: 'counts',
  promise: 'The size and the last position of every list are right.',
  reads: 'rows',
  async *find({ read }) {
    for (const { list, found, expected } of await findWrongPositions(read)) {
      yield {
        subject: prefix + list,
        message: `It counts ${found.listed} items up to position ${found.last} instead of ${expected.listed} up to ${expected.last}.`,
      };
    }
  },
  async repair({ store }, subject) {
    const list = subject.slice(prefix.length) as PositionedList;
    await store.write({ actor: 'operator' }, (tx) => restorePositions(tx, list));
    return 'counted it again';
  },
};

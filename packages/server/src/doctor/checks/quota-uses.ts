import { findWrongUses, recountUse } from '../../store/rows/quotas.ts';
import { type Check, soughtMax } from '../check.ts';

export const quotaUses: Check = {
  name: 'quota-uses',
  promise: 'What is counted for every quota but `change_bytes` is what is there.',
  reads: 'rows',
  async *find({ read }) {
    for (const { name, subjectId, found, expected } of await findWrongUses(read, soughtMax)) {
      yield { subject: `${name}:${subjectId}`, message: `It counts ${found} instead of ${expected}.` };
    }
  },
  async repair({ store }, subject) {
    const [name, subjectId = ''] = subject.split(/:(.*)/) as [Parameters<typeof recountUse>[1], string?];
    await store.write({ actor: 'operator' }, (tx) => recountUse(tx, name, subjectId));
    return 'counted it again';
  },
};

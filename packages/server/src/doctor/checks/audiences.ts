import { listAudiences, showToOwner } from '../../store/log/publisher-changes.ts';
import type { Check } from '../check.ts';
import { inPages } from '../in-pages.ts';

const prefix = 'change:';

export const audiences: Check = {
  name: 'audiences',
  promise: 'Members see the changes of the nodes of their publisher, and of no other.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ seq: number; shownTo: string | null; due: string | null }>((last, limit) =>
      listAudiences(read, { after: last?.seq ?? 0, limit }),
    );
    for await (const changes of pages) {
      for (const { seq, shownTo, due } of changes) {
        if (shownTo === due) continue;
        const message = `Members of ${nameOf(shownTo)} see it instead of those of ${nameOf(due)}.`;
        yield { subject: `${prefix}${seq}`, message };
      }
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, (tx) => showToOwner(tx, Number(subject.slice(prefix.length))));
    return 'showed it to the others';
  },
};

const nameOf = (publisherId: string | null): string =>
  publisherId === null ? 'no publisher' : JSON.stringify(publisherId);

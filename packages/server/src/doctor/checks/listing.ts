import { compareListing } from '../../store/listing/catalogue.ts';
import type { Check } from '../check.ts';
import { inPages } from '../in-pages.ts';
import { repairNode } from '../repair-node.ts';

export const listing: Check = {
  name: 'listing',
  promise: 'What lists and searches look up of a node follows from the node, its publisher and its versions.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ key: string }>((last, limit) =>
      read
        .selectFrom('nodes')
        .select('key')
        .where('key', '>', last?.key ?? '')
        .orderBy('key')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      for (const { key } of rows) {
        const differing = await compareListing(read, key);
        if (differing.length === 0) continue;
        yield { subject: `node:${key}`, message: `It disagrees on ${differing.join(', ')}.` };
      }
    }
  },
  repair: repairNode('listing', 'derived its list data again'),
};

import { addUpDays, findWrongDownloads } from '../../store/rows/downloads.ts';
import { type Check, soughtMax } from '../check.ts';
import { repairNode } from '../repair-node.ts';

/** It may have fewer: its first downloads can be older than the days that are kept. */
export const dailyDownloads: Check = {
  name: 'daily-downloads',
  promise: 'No node has more downloads on its days than in all.',
  reads: 'rows',
  async *find({ read }) {
    for (const { key, found, expected } of await findWrongDownloads(read, soughtMax)) {
      yield { subject: `node:${key}`, message: `It has ${found} downloads, but ${expected} on its days.` };
    }
  },
  repair: repairNode('daily-downloads', 'added up its days', addUpDays),
};

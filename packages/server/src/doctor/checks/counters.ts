import { addUpDays, findWrongDays, findWrongDownloads, recountMarks } from '../../store/rows/downloads.ts';
import { findWrongUses, recountUse } from '../../store/rows/quotas.ts';
import { findWrongRatings, refreshRating } from '../../store/rows/reviews.ts';
import { type Check, repairNode, soughtMax } from '../check.ts';

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

/** It may have fewer: its first downloads can be older than the days that are kept. */
export const dailyDownloads: Check = {
  name: 'daily-downloads',
  promise: 'No node of this registry has more downloads on its days than in all.',
  reads: 'rows',
  async *find({ read }) {
    for (const { key, found, expected } of await findWrongDownloads(read, soughtMax)) {
      yield { subject: `node:${key}`, message: `It has ${found} downloads, but ${expected} on its days.` };
    }
  },
  repair: repairNode('daily-downloads', 'added up its days', addUpDays),
};

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

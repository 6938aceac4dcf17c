import { inPages } from '../in-pages.ts';
import type { Check, Fault } from '../check.ts';

/** Servers whose clocks differ append in turn. */
const clocksDifferMs = 2_000;

/** What is missing in the log can only come back from a backup. */
export const log: Check = {
  name: 'log',
  promise: 'The numbers of the log have no gap, and its times never go back.',
  reads: 'rows',
  async *find({ read }) {
    let last = { seq: 0, at: '' };
    const pages = inPages<{ seq: number; at: string }>((from, limit) =>
      read
        .selectFrom('changes')
        .select(['seq', 'at'])
        .where('seq', '>', from?.seq ?? 0)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      for (const row of rows) {
        yield* compare(last, row);
        last = row;
      }
    }
  },
};

const compare = function* (last: { seq: number; at: string }, row: typeof last): Generator<Fault> {
  const subject = `change:${row.seq}`;
  if (row.seq !== last.seq + 1) {
    const missing = row.seq - last.seq - 1;
    yield { subject, message: `${missing} changes before it are missing. Restore them from a backup.` };
  }
  if (Date.parse(row.at) < Date.parse(last.at) - clocksDifferMs) {
    yield {
      subject: `${subject}/at`,
      message: `Its time ${row.at} is before ${last.at}, that of the change before it. Set the clocks of the servers.`,
    };
  }
};

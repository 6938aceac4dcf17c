import type { ChangeKind } from '@patchbay/contract';
import type { LoggedChange } from '../../store/log/change.ts';
import { findLoggedChanges } from '../../store/log/changes.ts';
import { findLostAdvisories } from '../../store/rows/advisories.ts';
import type { ReadConnection } from '../../store/store.ts';
import { type Check, type Fault, inPages } from '../check.ts';

type FindIds = (read: ReadConnection, ids: readonly string[]) => Promise<{ id: string }[]>;

/** By the change that says that a row is there to stay: which of these rows there are. */
const staying = {
  'publisher.created': (read, ids) =>
    read.selectFrom('publishers').select('id').where('id', 'in', ids).execute(),
  'node.created': (read, ids) =>
    read.selectFrom('nodes').select('key as id').where('key', 'in', ids).execute(),
  // A version without a package may be removed.
  'package.stored': (read, ids) =>
    read
      .selectFrom('versions')
      .select('id')
      .where('id', 'in', ids)
      .where('package_sha256', 'is not', null)
      .execute(),
} satisfies { [Kind in ChangeKind]?: FindIds };

/** A row that is lost can only come back from a backup. */
export const lostRows: Check = {
  name: 'lost-rows',
  promise: 'Every publisher, node, stored package and advisory that the log has is in the tables.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<LoggedChange>((last, limit) =>
      findLoggedChanges(read, { after: last?.seq ?? 0, limit }),
    );
    for await (const changes of pages) {
      for (const [kind, findIds] of Object.entries(staying)) {
        const logged = changes.filter((change) => change.kind === kind);
        if (logged.length === 0) continue;
        const found = new Set((await findIds(read, logged.map(idOf))).map(({ id }) => id));
        for (const change of logged) {
          if (found.has(idOf(change))) continue;
          yield lost(change.subject, change.seq);
        }
      }
    }
    for (const { seq, id } of await findLostAdvisories(read)) yield lost(`advisory:${id}`, seq);
  },
};

const lost = (subject: string, seq: number): Fault => ({
  subject,
  message: `Change ${seq} tells of it, but its row is gone. Restore the row from a backup.`,
});

const idOf = ({ subject }: LoggedChange): string => subject.slice(subject.indexOf(':') + 1);

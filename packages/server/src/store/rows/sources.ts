import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

export type Source = Row<'sources'>;

/** What is known of a source; undefined before it was first asked. */
export const findSource = (read: ReadConnection, source: string): Promise<Source | undefined> =>
  read.selectFrom('sources').selectAll().where('source', '=', source).executeTakeFirst();

/** Notes something of a source. */
export const noteSource = async (
  tx: Writer,
  source: string,
  set: Partial<Omit<Source, 'source'>>,
): Promise<void> => {
  await tx.db
    .insertInto('sources')
    .values({ position_json: '{}', synced_at: null, asked_at: null, failure: null, ...set, source })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(set))
    .execute();
};

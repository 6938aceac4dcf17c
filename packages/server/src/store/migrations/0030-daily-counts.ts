import { sql } from 'kysely';
import type { Step } from './step.ts';

/** What the whole registry counts by day. Its downloads begin with those of the nodes that are left. */
export const dailyCounts: Step = async (db, { sortable, integer }) => {
  await db.schema
    .createTable('daily_counts')
    .addColumn('day', sortable, (column) => column.notNull())
    .addColumn('what', sortable, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_counts_primary', ['day', 'what'])
    .execute();
  await sql`
    insert into daily_counts (day, what, count)
    select day, 'downloads', cast(sum(downloads) as integer) from daily_downloads group by day
  `.execute(db);
};

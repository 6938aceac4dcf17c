import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * What nodes declare of where they run, each combination once, with the number of nodes that declare it. Counts
 * begin from the entries that are derived; those of others are added when they are.
 */
export const declarations: Step = async (db, { text, sortable, integer }) => {
  await db.schema
    .createTable('declarations')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('listed', integer, (column) => column.notNull())
    .addColumn('supported_os', text, (column) => column.notNull())
    .addColumn('supported_accelerators', text, (column) => column.notNull())
    .addColumn('supported_app_version', sortable, (column) => column.notNull())
    .addColumn('nodes', integer, (column) => column.notNull())
    .execute();
  const columns = ['listed', 'supported_os', 'supported_accelerators', 'supported_app_version'] as const;
  await db
    .insertInto('declarations')
    .columns(['id', ...columns, 'nodes'])
    .expression((eb) =>
      eb
        .selectFrom('nodes')
        .select(sql<number>`row_number() over (order by count(*))`.as('id'))
        .select(columns)
        .select((of) => of.fn.countAll<number>().as('nodes'))
        .where('entry_revision', '>', 0)
        .groupBy(columns),
    )
    .execute();
};

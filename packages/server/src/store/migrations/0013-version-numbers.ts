import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * Versions that differ only in build metadata are one number. A registry from before that rule can have several of one
 * number. All stay, the first one with a package gets `duplicate` 0, and each is found by the number as it is written.
 */
export const versionNumbers: Step = async (db, { integer }) => {
  await db.schema
    .alterTable('versions')
    .addColumn('duplicate', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update versions set duplicate = ranked.duplicate
    from (select id, row_number() over (
        partition by node_key, sort_key
        order by case when stored_at is null then 1 else 0 end, stored_at, id
      ) - 1 as duplicate from versions) as ranked
    where versions.id = ranked.id and ranked.duplicate > 0
  `.execute(db);
  await db.schema
    .createIndex('versions_number')
    .unique()
    .on('versions')
    .columns(['node_key', 'sort_key', 'duplicate'])
    .execute();
};

import { sql } from 'kysely';
import type { Step } from './step.ts';

/** What a search for a repository looks at, and where the packages of a node lie once it may change its publisher. */
export const repositories: Step = async (db, { text }) => {
  for (const column of ['repository', 'package_folder']) {
    await db.schema
      .alterTable('nodes')
      .addColumn(column, text, (definition) => definition.notNull().defaultTo(''))
      .execute();
  }
  await sql`update nodes set package_folder = publisher_id`.execute(db);
};

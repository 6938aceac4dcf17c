import { type SqlBool, sql } from 'kysely';
import type { Step } from './step.ts';

/** Versions whose package may still come, by the end of that: no job waits for it. */
export const uploadDeadlines: Step = async (db) => {
  await db.schema
    .createIndex('versions_awaited')
    .on('versions')
    .column('upload_deadline')
    .where(sql<SqlBool>`stored_at is null`)
    .execute();
};

import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * The job that receives a package checks it as well: what waited to be checked waits as one of those. And the index
 * holds what both who takes a job and who waits for the next one ask: when each can be begun.
 */
export const jobs: Step = async (db) => {
  const oldKind = 'check-package';
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'run_at', 'attempts'])
    .expression((eb) =>
      eb
        .selectFrom('jobs')
        .select((of) => [of.val('receive-package').as('kind'), 'subject', 'run_at', 'attempts'])
        .where('kind', '=', oldKind),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('jobs').where('kind', '=', oldKind).execute();
  await db.schema.dropIndex('jobs_due').execute();
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .expression(sql`coalesce(leased_until, run_at)`)
    .execute();
};

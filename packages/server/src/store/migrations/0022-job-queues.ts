import { sql } from 'kysely';
import type { Step } from './step.ts';

/** The jobs of each publisher are a queue, and the queues take turns. */
export const jobQueues: Step = async (db, { sortable, integer }) => {
  await db.schema
    .alterTable('jobs')
    .addColumn('queue', sortable, (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`
    update jobs set queue = coalesce(
      (select nodes.publisher_id from versions join nodes on nodes.key = versions.node_key
        where versions.id = jobs.subject), '')
  `.execute(db);
  await db.schema
    .createIndex('jobs_of_queue')
    .on('jobs')
    .expression(sql`queue, coalesce(leased_until, run_at)`)
    .execute();
  await db.schema
    .createTable('job_queues')
    .addColumn('queue', sortable, (column) => column.primaryKey())
    .addColumn('turn_at', sortable, (column) => column.notNull())
    .addColumn('last_turn_at', sortable, (column) => column.notNull())
    .addColumn('turns', integer, (column) => column.notNull())
    .execute();
  await sql`
    insert into job_queues (queue, turn_at, last_turn_at, turns)
    select queue, min(coalesce(leased_until, run_at)), '', 0 from jobs group by queue
  `.execute(db);
  await db.schema.createIndex('job_queues_turn').on('job_queues').columns(['turn_at', 'turns']).execute();
};

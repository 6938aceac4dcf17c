import { type ExpressionBuilder, sql } from 'kysely';
import type { QueueWriter } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { Job, JobKind } from './job.ts';

const kind = 'deliver-webhook' satisfies JobKind;

/** Changes that webhooks may want. */
interface Wanted {
  first: number;
  last: number;
  /** Whether webhooks of other publishers than the changes are about may have to look, too. */
  ofAll: boolean;
}

/** Has every webhook that may want some of these changes and has not looked at them yet look at the log. */
export const wakeWebhooks = async (
  { db, now }: QueueWriter,
  { first, last, ofAll }: Wanted,
): Promise<void> => {
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'queue', 'run_at', 'attempts'])
    .expression((insert) =>
      insert
        .selectFrom('webhooks')
        .select([
          sql.lit<string>(kind).as('kind'),
          'webhooks.id as subject',
          sql<string>`coalesce(webhooks.publisher_id, '')`.as('queue'),
          sql<string>`cast(${now} as text)`.as('run_at'),
          sql.lit(0).as('attempts'),
        ])
        .where('webhooks.enabled', '=', 1)
        .where('webhooks.seq', '<', last)
        .$if(!ofAll, (query) =>
          query.where((eb) =>
            eb.or([
              eb('webhooks.publisher_id', 'is', null),
              eb(
                'webhooks.publisher_id',
                'in',
                eb
                  .selectFrom('changes')
                  .select('changes.publisher_id')
                  .where('changes.seq', '>=', first)
                  .where('changes.seq', '<=', last)
                  .where('changes.publisher_id', 'is not', null),
              ),
            ]),
          ),
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet((eb) => ({ run_at: eb.ref('excluded.run_at'), attempts: 0 })),
    )
    .execute();
};

/**
 * Ends a run: the job is gone, or due again at `runAt`. If it was enqueued since it was claimed, which sets its attempts
 * back to none, it is due at once.
 */
export const settleWebhookJob = async (
  { db }: QueueWriter,
  { subject, lease }: Job,
  runAt: string | undefined,
): Promise<void> => {
  const released = { lease: null, leased_until: null };
  const isOwn = (eb: ExpressionBuilder<Tables, 'jobs'>) => eb.and({ kind, subject, lease });
  const settled =
    runAt === undefined
      ? db.deleteFrom('jobs').where(isOwn).where('attempts', '>', 0).executeTakeFirst()
      : db
          .updateTable('jobs')
          .set({ ...released, run_at: runAt, last_error: null })
          .where(isOwn)
          .where('attempts', '>', 0)
          .executeTakeFirst();
  const result = await settled;
  const rows = 'numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows;
  if (rows === 0n) await db.updateTable('jobs').set(released).where(isOwn).execute();
};

import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Reader, Writer } from '../store.ts';

/** What the registry counts by day. */
export type Counted = 'downloads' | `refused:${string}`;

/** Adds to the counts of a day. */
export const addDailyCounts = async (
  tx: Writer,
  { pairs }: Pick<Engine, 'pairs'>,
  day: string,
  counts: ReadonlyMap<Counted, number>,
): Promise<void> => {
  const counted = pairs([...counts].map(([what, count]) => [what, String(count)]));
  await tx.db
    .insertInto('daily_counts')
    .columns(['day', 'what', 'count'])
    .expression((eb) =>
      eb
        .selectFrom(counted.as('counts'))
        .select((of) => [
          sql.val(day).as('day'),
          'counts.first as what',
          of.cast<number>('counts.second', 'integer').as('count'),
        ])
        // Without a condition, SQLite parses the conflict clause below as part of a join.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'what']).doUpdateSet((eb) => ({
        count: eb('daily_counts.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute();
};

/** The counts of the days from this one, by day and then by what was counted. */
export const findDailyCounts = (
  read: Reader,
  from: string,
): Promise<{ day: string; what: string; count: number }[]> =>
  read
    .selectFrom('daily_counts')
    .selectAll()
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('what')
    .execute();

/** Removes the counts of the days before this one, of which there are few. Returns how many those were. */
export const deleteDailyCounts = async ({ db }: Pick<Writer, 'db'>, before: string): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('daily_counts').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};

import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { prepareList } from '../prepare.ts';
import type { Reader, Writer } from '../store.ts';

/** Adds to the downloads of a day, by node key. */
export const addDailyDownloads = async (
  tx: Writer,
  { pairs }: Pick<Engine, 'pairs'>,
  day: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> => {
  const counted = pairs([...counts].map(([key, count]) => [key, String(count)]));
  await tx.db
    .insertInto('daily_downloads')
    .columns(['node_key', 'day', 'downloads'])
    .expression((eb) =>
      eb
        .selectFrom(counted.as('counts'))
        .select((of) => [
          'counts.first as node_key',
          sql.val(day).as('day'),
          of.cast<number>('counts.second', 'integer').as('downloads'),
        ])
        // Without a condition, SQLite parses the conflict clause below as part of a join.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) =>
      conflict.columns(['node_key', 'day']).doUpdateSet((eb) => ({
        downloads: eb('daily_downloads.downloads', '+', eb.ref('excluded.downloads')),
      })),
    )
    .execute();
};

/** The days of the range that have downloads of the node, in order. */
export const findDailyDownloads = (
  read: Reader,
  nodeKey: string,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; downloads: number }[]> => findDays(read, nodeKey, from, to);

const findDays = prepareList(
  (read, nodeKey: string, from: string, to: string) =>
    read
      .selectFrom('daily_downloads')
      .select(['day', 'downloads'])
      .where('node_key', '=', nodeKey)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day'),
  (row) => row,
);

/** Removes some downloads of the days before this one. Returns how many rows those were. */
export const deleteDailyDownloads = async (
  { db }: Pick<Writer, 'db'>,
  { before, max }: { before: string; max: number },
): Promise<number> => {
  const old = db
    .selectFrom('daily_downloads as old')
    .select(['old.node_key', 'old.day'])
    .where('old.day', '<', before)
    .orderBy('old.day')
    .limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('daily_downloads')
    .where((eb) => eb(eb.refTuple('node_key', 'day'), 'in', old.$asTuple('node_key', 'day')))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** The nodes with more downloads on their days than in all. */
export const findWrongDownloads = (
  read: Reader,
  max: number,
): Promise<{ key: string; found: number; expected: number }[]> => {
  const daily = read
    .selectFrom('daily_downloads')
    .select((eb) => ['node_key', eb.cast<number>(eb.fn.sum('downloads'), 'integer').as('sum')])
    .groupBy('node_key');
  return read
    .selectFrom('nodes')
    .innerJoin(daily.as('daily'), 'daily.node_key', 'nodes.key')
    .select(['nodes.key', 'nodes.downloads as found', 'daily.sum as expected'])
    .whereRef('nodes.downloads', '<', 'daily.sum')
    .limit(max)
    .execute();
};

/** Sets the downloads of a node to those of its days. */
export const addUpDays = async (tx: Writer, nodeKey: string): Promise<void> => {
  const { sum } = await tx.db
    .selectFrom('daily_downloads')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('downloads'), eb.lit(0)), 'integer').as('sum'))
    .where('node_key', '=', nodeKey)
    .executeTakeFirstOrThrow();
  await tx.db.updateTable('nodes').set({ downloads: sum }).where('key', '=', nodeKey).execute();
};

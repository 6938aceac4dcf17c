import { hash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import { dayOf } from '@patchbay/contract/days';
import type { Engine } from '../engine.ts';
import { addDailyCounts } from './counts.ts';
import { addDownloads } from './nodes.ts';
import { findRenamed } from './node-ids.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Tables } from '../tables.ts';
import { prepareList } from '../prepare.ts';

/** Writing more in one iteration of the event loop would delay every read. */
const marksPerStatement = 500;
/** The maximum number of marks of earlier days that one transaction removes. */
const marksPerRemoval = 2_000;

/** An install by a client. */
export interface Download {
  /** An id that the node has or had, in lower case. */
  nodeId: string;
  versionId: string;
  /** See `limits/client-network.ts`. */
  network: string;
}

/**
 * Adds each download to the counter of its node, once for each client, version and day, across all processes.
 * Stores at most `marksMax` marks a day and counts no more. Returns how many were counted, and how many
 * were left out for lack of room.
 */
export const countDownloads = async (
  tx: Writer,
  engine: Pick<Engine, 'pairs'>,
  downloads: readonly Download[],
  marksMax: number,
): Promise<{ counted: number; dropped: number }> => {
  const day = dayOf(tx.now);
  const { salt, marks } = await openDay(tx, day);
  const taken = downloads.slice(0, Math.max(0, marksMax - marks));
  const nodeOf = new Map(taken.map((download) => [markOf(salt, download), download.nodeId]));
  const fresh = await insertMarks(tx, engine, day, [...nodeOf]);
  if (fresh.length > 0) {
    await tx.db
      .updateTable('download_days')
      .set({ marks: marks + fresh.length })
      .where('day', '=', day)
      .execute();
    const renamed = await findRenamed(tx.db, [...new Set(nodeOf.values())]);
    const byNode = Map.groupBy(fresh, (mark) => {
      const id = nodeOf.get(mark) ?? '';
      return renamed.get(id) ?? id;
    });
    const counts = new Map([...byNode].map(([node, { length }]) => [node, length]));
    await addDownloads(tx, engine, counts);
    await addDailyDownloads(tx, engine, day, counts);
    await addDailyCounts(tx, engine, day, new Map([['downloads', fresh.length]]));
  }
  return { counted: fresh.length, dropped: downloads.length - taken.length };
};

/** Whether rows of earlier days exist. */
export const hasEarlierDays = async (read: ReadConnection, day: string): Promise<boolean> => {
  const isEarlier = sql<boolean>`day < ${day}`;
  const rows = await Promise.all([
    read.selectFrom('download_days').select('day').where(isEarlier).limit(1).executeTakeFirst(),
    read.selectFrom('download_marks').select('day').where(isEarlier).limit(1).executeTakeFirst(),
  ]);
  return rows.some((row) => row !== undefined);
};

/** Removes all salts of earlier days, without which their marks are meaningless, and some of those marks. */
export const removeEarlierDays = async (tx: Writer, day: string): Promise<void> => {
  await tx.db.deleteFrom('download_days').where('day', '<', day).execute();
  await tx.db
    .deleteFrom('download_marks')
    .where('day', '<', day)
    .where('mark', 'in', (eb) =>
      eb
        .selectFrom('download_marks as old')
        .select('old.mark')
        .where('old.day', '<', day)
        .orderBy('old.day')
        .orderBy('old.mark')
        .limit(marksPerRemoval),
    )
    .execute();
};

/** The days that count other marks than they have. */
export const findWrongDays = async (
  read: ReadConnection,
): Promise<{ day: string; found: number; expected: number }[]> => {
  const days = await read
    .selectFrom('download_days')
    .select(['day', 'marks as found'])
    .select((eb) => countMarks(eb).as('expected'))
    .execute();
  return days
    .map(({ day, found, expected }) => ({ day, found, expected: expected ?? 0 }))
    .filter(({ found, expected }) => found !== expected);
};

/** Counts the marks of a day again. */
export const recountMarks = async (tx: Writer, day: string): Promise<void> => {
  await tx.db
    .updateTable('download_days')
    .set((eb) => ({ marks: eb.fn.coalesce(countMarks(eb), eb.lit(0)) }))
    .where('day', '=', day)
    .execute();
};

const countMarks = (eb: ExpressionBuilder<Tables, 'download_days'>) =>
  eb
    .selectFrom('download_marks')
    .select((of) => of.fn.countAll<number>().as('count'))
    .whereRef('download_marks.day', '=', 'download_days.day');

const openDay = async (tx: Writer, day: string): Promise<{ salt: string; marks: number }> =>
  (await tx.db
    .selectFrom('download_days')
    .select(['salt', 'marks'])
    .where('day', '=', day)
    .executeTakeFirst()) ??
  (await tx.db
    .insertInto('download_days')
    .values({ day, salt: randomBytes(32).toString('base64url'), marks: 0 })
    .returning(['salt', 'marks'])
    .executeTakeFirstOrThrow());

/** Hashes client and version together, so that the marks do not show what else a client installed. */
const markOf = (salt: string, { versionId, network }: Download): string =>
  hash('sha256', `${salt} ${versionId} ${network}`, 'base64url');

/** Returns the new ones. */
const insertMarks = async (
  tx: Writer,
  { pairs }: Pick<Engine, 'pairs'>,
  day: string,
  marks: readonly (readonly [string, string])[],
): Promise<string[]> => {
  const fresh: string[] = [];
  for (let from = 0; from < marks.length; from += marksPerStatement) {
    await setImmediate();
    const rows = await tx.db
      .insertInto('download_marks')
      .columns(['day', 'mark'])
      .expression((eb) =>
        eb
          .selectFrom(pairs(marks.slice(from, from + marksPerStatement)).as('asked'))
          .select([sql.val(day).as('day'), 'asked.first as mark'])
          // Without a condition, SQLite parses the conflict clause below as part of a join.
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('mark')
      .execute();
    for (const { mark } of rows) fresh.push(mark);
  }
  return fresh;
};

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
  read: ReadConnection,
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

/** The nodes with more downloads on their days than in all, except those that came from a source, which counted them in all. */
export const findWrongDownloads = (
  read: ReadConnection,
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
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('replicated_versions')
            .innerJoin('versions', 'versions.id', 'replicated_versions.version_id')
            .select('versions.id')
            .whereRef('versions.node_key', '=', 'nodes.key'),
        ),
      ),
    )
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

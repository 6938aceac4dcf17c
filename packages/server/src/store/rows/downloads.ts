import { hash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import { dayOf } from '@patchbay/contract/days';
import type { Engine } from '../engine.ts';
import { addDailyCounts } from './daily-counts.ts';
import { addDailyDownloads } from './daily-downloads.ts';
import { addDownloads } from './nodes.ts';
import type { Reader, Writer } from '../store.ts';
import type { Tables } from '../tables.ts';

/** Writing more in one iteration of the event loop would delay every read. */
const marksPerStatement = 500;
/** The maximum number of marks of earlier days that one transaction removes. */
const marksPerRemoval = 2_000;

/** An install by a client. */
export interface Download {
  nodeKey: string;
  versionId: string;
  /** See `policy/client-network.ts`. */
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
  const nodeOf = new Map(taken.map((download) => [markOf(salt, download), download.nodeKey]));
  const fresh = await insertMarks(tx, engine, day, [...nodeOf]);
  if (fresh.length > 0) {
    await tx.db
      .updateTable('download_days')
      .set({ marks: marks + fresh.length })
      .where('day', '=', day)
      .execute();
    const byNode = Map.groupBy(fresh, (mark) => nodeOf.get(mark) ?? '');
    const counts = new Map([...byNode].map(([node, { length }]) => [node, length]));
    await addDownloads(tx, engine, counts);
    await addDailyDownloads(tx, engine, day, counts);
    await addDailyCounts(tx, engine, day, new Map([['downloads', fresh.length]]));
  }
  return { counted: fresh.length, dropped: downloads.length - taken.length };
};

/** Whether rows of earlier days exist. */
export const hasEarlierDays = async (read: Reader, day: string): Promise<boolean> => {
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
  read: Reader,
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

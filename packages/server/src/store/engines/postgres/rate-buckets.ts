import { type Kysely, sql } from 'kysely';
import type { Draw, Drawn, RateBuckets } from '../../rate-buckets.ts';
import type { Tables } from '../../tables.ts';
import { drawStatement, indexStatement, sweepStatement, tableStatement } from '../rate-statements.ts';
import type { ConnectionPool } from './pool.ts';

const names = { least: 'least', greatest: 'greatest', skipLocked: 'for update skip locked' };
const drawText = drawStatement(names);
const sweepText = sweepStatement(names);

/** In a table that is not in the log of the database: a draw costs no flush, and a crash empties it. */
export const createRateBuckets = async (db: Kysely<Tables>): Promise<void> => {
  await sql.raw(tableStatement('unlogged table')).execute(db);
  await sql.raw(indexStatement).execute(db);
};

export const openRateBuckets = (pool: ConnectionPool): RateBuckets => ({
  draw: async ({ key, now, wanted, capacity }: Draw): Promise<Drawn> => {
    const [drawn] = await query<Drawn>(pool, drawText, [key, now + wanted, wanted, capacity]);
    if (drawn === undefined) throw new Error('a draw answers one row');
    return drawn;
  },
  sweep: async (now, max) => (await query(pool, sweepText, [now, max])).length,
});

const query = async <Row>(
  pool: ConnectionPool,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> => {
  const connection = await pool.connect();
  try {
    return (await connection.query(text, values)).rows as Row[];
  } finally {
    connection.release();
  }
};

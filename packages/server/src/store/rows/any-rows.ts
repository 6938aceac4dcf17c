import type { SelectQueryBuilder } from 'kysely';
import type { AnyReader, AnyWriter } from '../any-table.ts';
import type { QueueWriter } from '../store.ts';

/** How many rows a query has that selects nothing yet. */
export const countRows = async <DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> => {
  const counted = query.select((eb) => eb.fn.countAll<number>().as('count')) as SelectQueryBuilder<
    DB,
    TB,
    { count: number }
  >;
  const { count } = await counted.executeTakeFirstOrThrow();
  return count;
};

/** The tables whose rows end by themselves: a column that tells rows apart, and the one that says when they end. */
const ends = {
  account_links: ['digest', 'expires_at'],
  deviceCode: ['id', 'expiresAt'],
  // Known by when they were looked up.
  email_domains: ['domain', 'looked_at'],
  idempotency_keys: ['id', 'expires_at'],
  invitations: ['id', 'expires_at'],
  proposals: ['id', 'expires_at'],
  sign_in_flows: ['id', 'expires_at'],
  // Those of one moment go together.
  sign_ins: ['at', 'at'],
  trusted_tokens: ['identity', 'forget_at'],
  used_challenges: ['digest', 'expires_at'],
} as const;

/** Removes at most `max` rows that ended by a time. Returns how many. */
export const deleteEnded = async (
  tx: Pick<QueueWriter, 'db'>,
  table: keyof typeof ends,
  { by, max }: { by: string; max: number },
): Promise<number> => {
  const db = tx.db as unknown as AnyReader & AnyWriter;
  const [key, end] = ends[table];
  const ended = db.selectFrom(table).select(key).where(end, '<=', by).limit(max);
  const { numDeletedRows } = await db.deleteFrom(table).where(key, 'in', ended).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

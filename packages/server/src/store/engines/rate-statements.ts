import { aheadMax, sweptAtOnce } from '../rate-buckets.ts';

/** `drawn` is what the last draw took. */
export const tableStatement = (kind: 'unlogged table' | 'table if not exists'): string => `
  create ${kind} rate_buckets (key text primary key, full_at bigint not null, drawn bigint not null)`;
export const indexStatement = 'create index if not exists rate_buckets_full_at on rate_buckets (full_at)';

/** What engines name differently. */
interface Names {
  /** The functions that compare two numbers. */
  least: string;
  greatest: string;
  /** Passes over rows that others are changing, where others can. */
  skipLocked: string;
}

const now = 'excluded.full_at - excluded.drawn';

/** $1 is the key, $2 now plus wanted, $3 wanted, $4 the capacity. A fresh bucket holds what is wanted. */
export const drawStatement = ({ least, greatest }: Names): string => {
  const isOfOldClock = `rate_buckets.full_at > ${now} + $4 + ${aheadMax(0)}`;
  const begun = `case when ${isOfOldClock} then ${now} else ${greatest}(rate_buckets.full_at, ${now}) end`;
  const drawn = `${least}(excluded.drawn, ${greatest}(0, ${now} + $4 - ${begun}))`;
  return `
    insert into rate_buckets (key, full_at, drawn) values ($1, $2, $3)
    on conflict (key) do update set full_at = ${begun} + ${drawn}, drawn = ${drawn}
    returning full_at as "fullAt", drawn`;
};

/** $1 is now, $2 how many buckets may stay. */
export const sweepStatement = ({ greatest, skipLocked }: Names): string => `
  delete from rate_buckets where key in (
    select key from rate_buckets
    where full_at <= ${greatest}(
      $1, coalesce((select full_at from rate_buckets order by full_at desc limit 1 offset $2), 0))
    order by full_at limit ${sweptAtOnce} ${skipLocked})
  returning key`;

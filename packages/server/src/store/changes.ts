import type { Change } from '@patchbay/contract';
import type { Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import type { Reader } from './store.ts';
import type { Row, Tables } from './tables.ts';

/** Who makes a transaction, and in which request. */
export interface Cause {
  /** `user:<id>`, `token:<id>` or `server`. */
  actor: string;
  requestId?: string;
}

export interface NewChange {
  action: string;
  /** `<resource>:<id>` */
  subject: string;
  before?: object;
  after?: object;
  reason?: string;
}

/** The parts of `before` and `after` that differ, key by key; undefined when nothing does. */
export const difference = <T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined => {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T)[];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (changed.length === 0) return undefined;
  const pick = (from: T) => Object.fromEntries(changed.map((key) => [key, from[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
};

/** Appends one row with the next number. The numbers are dense and in the order of commits. */
export const appendChange = async (
  engine: Engine,
  db: Transaction<Tables>,
  at: string,
  cause: Cause,
  change: NewChange,
): Promise<void> => {
  await engine.lockLog(db);
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await db
    .insertInto('changes')
    .values((eb) => ({
      seq: eb
        .selectFrom('changes')
        .select(eb(eb.fn.coalesce(eb.fn.max('changes.seq'), eb.lit(0)), '+', eb.lit(1)).as('seq')),
      at,
      actor: cause.actor,
      action: change.action,
      subject: change.subject,
      before_json: json(change.before),
      after_json: json(change.after),
      reason: change.reason ?? null,
      request_id: cause.requestId ?? null,
    }))
    .execute();
};

/** At most `limit` changes after `seq`, oldest first. */
export const findChanges = async (
  read: Reader,
  { after, limit, subject }: { after: number; limit: number; subject?: string | undefined },
): Promise<Change[]> => {
  const rows = await read
    .selectFrom('changes')
    .selectAll()
    .where('seq', '>', after)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
};

const fromRow = (row: Row<'changes'>): Change => ({
  seq: row.seq,
  at: row.at,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  ...(row.before_json === null ? {} : { before: JSON.parse(row.before_json) as object }),
  ...(row.after_json === null ? {} : { after: JSON.parse(row.after_json) as object }),
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.request_id === null ? {} : { request_id: row.request_id }),
});

import type { Change } from '@patchbay/contract';
import type { Transaction } from 'kysely';
import type { Reader } from './store.ts';
import type { Row, Tables } from './tables.ts';

/** Who makes a transaction, and in which request. */
export interface Cause {
  /** `user:<id>`, `token:<id>` or `server`. */
  actor: string;
  requestId?: string;
}

/** What a change is about, made by one of the `about…` below. */
export interface Subject {
  /** `<resource>:<id>` */
  subject: string;
  /** The node whose public answers the change may alter; null when that is no single one. */
  nodeKey: string | null;
}

export const aboutNode = (nodeKey: string): Subject => ({ subject: `node:${nodeKey}`, nodeKey });

export const aboutVersion = ({ id, nodeKey }: { id: string; nodeKey: string }): Subject => ({
  subject: `version:${id}`,
  nodeKey,
});

export const aboutAppNode = (version: { id: string; nodeKey: string }, name: string): Subject => ({
  subject: `app-node:${version.id}/${name}`,
  nodeKey: version.nodeKey,
});

export const aboutPublisher = (id: string): Subject => ({ subject: `publisher:${id}`, nodeKey: null });

export const aboutToken = (id: string): Subject => ({ subject: `token:${id}`, nodeKey: null });

export const aboutUser = (id: string): Subject => ({ subject: `user:${id}`, nodeKey: null });

/** A row of the log as those who follow it need it. */
export interface LoggedChange extends Subject {
  seq: number;
}

export interface NewChange extends Subject {
  action: string;
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

/**
 * Appends one row with the next number. The numbers are dense and in the order of commits, because a write
 * transaction is alone from its first statement.
 */
export const appendChange = async (
  db: Transaction<Tables>,
  at: string,
  cause: Cause,
  change: NewChange,
): Promise<LoggedChange> => {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  const { seq } = await db
    .insertInto('changes')
    .values((eb) => ({
      seq: eb
        .selectFrom('changes')
        .select(eb(eb.fn.coalesce(eb.fn.max('changes.seq'), eb.lit(0)), '+', eb.lit(1)).as('seq')),
      at,
      actor: cause.actor,
      action: change.action,
      subject: change.subject,
      node_key: change.nodeKey,
      before_json: json(change.before),
      after_json: json(change.after),
      reason: change.reason ?? null,
      request_id: cause.requestId ?? null,
    }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return { seq, subject: change.subject, nodeKey: change.nodeKey };
};

/** The number of the last change, or 0 when there is none. */
export const findLastSeq = async (read: Reader): Promise<number> => {
  const { seq } = await read
    .selectFrom('changes')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  return seq ?? 0;
};

/** At most `limit` changes after `seq`, oldest first, without what they hold. */
export const findLoggedChanges = async (
  read: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<LoggedChange[]> =>
  read
    .selectFrom('changes')
    .select(['seq', 'subject', 'node_key as nodeKey'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

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
  ...(row.before_json === null ? {} : { before: JSON.parse(row.before_json) as Record<string, unknown> }),
  ...(row.after_json === null ? {} : { after: JSON.parse(row.after_json) as Record<string, unknown> }),
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.request_id === null ? {} : { request_id: row.request_id }),
});

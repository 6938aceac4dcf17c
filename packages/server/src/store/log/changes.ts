import { type Change, type ChangeResource, changeKinds, limits } from '@patchbay/contract';
import type { ExpressionBuilder, Transaction, ValueExpression } from 'kysely';
import { measured } from '../listing/pages.ts';
import { longRead } from '../long-read.ts';
import { prepareWrite } from '../prepare.ts';
import type { ReadConnection } from '../store.ts';
import type { Row, Tables } from '../tables.ts';
import type { Cause, Identity, LoggedChange, NewChange, Subject } from './change.ts';

const identify: {
  [Resource in ChangeResource]: (about: Identity[Resource]) => [string, Subject['nodeKey']];
} = {
  node: ({ key }) => [key, key],
  version: ({ id, nodeKey }) => [id, nodeKey],
  'app-node': ({ version, name }) => [`${version.id}/${name}`, version.nodeKey],
  publisher: ({ id }) => [id, null],
  token: ({ id }) => [id, null],
  'trusted-publisher': ({ id }) => [id, null],
  webhook: ({ id }) => [id, null],
  user: ({ id }) => [id, null],
  job: ({ id }) => [id, null],
  report: ({ id }) => [id, null],
  proposal: ({ id }) => [id, null],
};

const subjectOf = <Resource extends ChangeResource>(
  resource: Resource,
  about: Identity[Resource],
): Subject => {
  const [id, nodeKey] = identify[resource](about);
  return { subject: `${resource}:${id}`, nodeKey };
};

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
  const { kind, before, after, reason } = { before: undefined, after: undefined, ...change };
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  const { resource, audience } = changeKinds[kind];
  const { subject, nodeKey } = subjectOf(resource, change.about);
  const { rows } = await insertChange[publisherKind(audience, resource, nodeKey)](db, {
    at,
    actor: cause.actor,
    action: kind,
    subject,
    node_key: nodeKey,
    id: subject.slice(resource.length + 1),
    before_json: json(before),
    after_json: json(after),
    reason: reason ?? null,
    request_id: cause.requestId ?? null,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('an insert returns its row');
  return { seq: row.seq, kind, subject, nodeKey };
};

/** Of what the publisher is, whose members may see the change. */
const publisherKind = (audience: string, resource: ChangeResource, nodeKey: string | null) => {
  if (audience === 'moderators') return 'none';
  if (nodeKey !== null) return 'node';
  return resource === 'token' ||
    resource === 'trusted-publisher' ||
    resource === 'webhook' ||
    resource === 'publisher'
    ? resource
    : 'none';
};

type NewRow = Omit<Row<'changes'>, 'seq' | 'publisher_id'> & { id: string };

const insertWith = (
  publisherId: (
    eb: ExpressionBuilder<Tables, 'changes'>,
    row: NewRow,
  ) => ValueExpression<Tables, 'changes', string | null>,
) =>
  prepareWrite((db, { id, ...row }: NewRow) =>
    db
      .insertInto('changes')
      .values((eb) => ({
        ...row,
        seq: eb
          .selectFrom('changes')
          .select(eb(eb.fn.coalesce(eb.fn.max('changes.seq'), eb.lit(0)), '+', eb.lit(1)).as('seq')),
        publisher_id: publisherId(eb, { id, ...row }),
      }))
      .returning('seq'),
  );

const insertChange = {
  none: insertWith(() => null),
  publisher: insertWith((_, { id }) => id),
  node: insertWith((eb, { node_key: key }) =>
    eb
      .selectFrom('nodes')
      .select('publisher_id')
      .where('key', '=', key ?? ''),
  ),
  token: insertWith((eb, { id }) => eb.selectFrom('tokens').select('publisher_id').where('id', '=', id)),
  'trusted-publisher': insertWith((eb, { id }) =>
    eb.selectFrom('trusted_publishers').select('publisher_id').where('id', '=', id),
  ),
  webhook: insertWith((eb, { id }) => eb.selectFrom('webhooks').select('publisher_id').where('id', '=', id)),
};

/** The number of the last change, or 0 when there is none. */
export const findLastSeq = async (read: ReadConnection): Promise<number> => {
  const { seq } = await read
    .selectFrom('changes')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  return seq ?? 0;
};

/** The number of the last change and that of the last write of download counts, 0 when there is none. */
export const findLogEnd = async (read: ReadConnection): Promise<{ seq: number; count: number }> => {
  const { seq, count } = await read
    .selectFrom([
      read
        .selectFrom('changes')
        .select((eb) => eb.fn.max('seq').as('seq'))
        .as('log'),
      read
        .selectFrom('nodes')
        .select((eb) => eb.fn.max('counted').as('count'))
        .as('counts'),
    ])
    .selectAll()
    .executeTakeFirstOrThrow();
  return { seq: seq ?? 0, count: count ?? 0 };
};

/** At most `limit` changes after `seq`, oldest first, without what they hold. */
export const findLoggedChanges = async (
  read: ReadConnection,
  { after, limit }: { after: number; limit: number },
): Promise<LoggedChange[]> =>
  read
    .selectFrom('changes')
    .select(['seq', 'action as kind', 'subject', 'node_key as nodeKey'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

/**
 * At most `limit` changes after `seq`, by default oldest first: as many as fit into a response, but at least one if there is any.
 */
export const findChanges = async (
  read: ReadConnection,
  {
    after,
    limit,
    subject,
    isNewestFirst = false,
  }: { after: number; limit: number; subject?: string | undefined; isNewestFirst?: boolean | undefined },
): Promise<Change[]> => {
  const chosen = read
    .selectFrom('changes')
    .where('seq', '>', after)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .orderBy('seq', isNewestFirst ? 'desc' : 'asc')
    .limit(limit);
  const measures = chosen.select(measured('before_json', 'after_json', 'reason').as('bytes'));
  const sizes = await longRead(measures, limit).execute();
  const fitting = countFitting(sizes.map(({ bytes }) => bytes));
  const rows = await longRead(chosen.selectAll().limit(fitting), fitting).execute();
  return rows.map(fromChangeRow);
};

/** How many of the first fit into an answer together. */
const countFitting = (sizes: readonly number[]): number => {
  let sum = 0;
  const over = sizes.findIndex((bytes) => {
    sum += bytes;
    return sum > limits.answerBytesMax;
  });
  return over === -1 ? sizes.length : Math.max(1, over);
};

export const fromChangeRow = (row: Row<'changes'>): Change => ({
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

interface Counts {
  /** From when they are complete. */
  since: string;
  counts: { day: string; action: string; count: number }[];
}

/** The changes since a time, counted by day and kind, of the last `among` ones. */
export const countChanges = async (
  read: ReadConnection,
  { since, among }: { since: string; among: number },
): Promise<Counts> => {
  const before = (await findLastSeq(read)) - among;
  const counting = read
    .selectFrom('changes')
    .select((eb) => [
      eb.fn<string>('substr', ['at', eb.lit(1), eb.lit(10)]).as('day'),
      'action',
      eb.fn.countAll<number>().as('count'),
    ])
    .where('seq', '>', before)
    .where('at', '>=', since)
    .groupBy(['day', 'action'])
    .orderBy('day')
    .orderBy('action');
  const [cut, counts] = await Promise.all([
    read.selectFrom('changes').select('at').where('seq', '=', before).executeTakeFirst(),
    longRead(counting, among).execute(),
  ]);
  return { since: cut !== undefined && cut.at > since ? cut.at : since, counts };
};

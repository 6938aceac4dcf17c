import type { InsertQueryBuilder, InsertResult } from 'kysely';
import type { Tables } from '../tables.ts';
import {
  type QuotaName,
  type QuotaNameOf,
  type QuotaSubject,
  quotas,
  quotasOf,
  unclaimedPublisherId,
} from '@patchbay/contract';
import { prepare, prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import { sql } from 'kysely';

/** One quota of one subject. */
export interface Quota {
  name: QuotaName;
  subjectId: string;
  used: number;
  max: number;
  /** Whether a moderator set `max`; otherwise it is the default. */
  isSet: boolean;
}

/** What a write adds to a quota, or takes from it. */
export interface QuotaUse {
  name: QuotaName;
  /** The id of the user or publisher, or the key of the node. */
  subjectId: string;
  amount: number;
}

type Counted = Pick<Quota, 'used'> & { max: number | null };

const toQuota = (name: QuotaName, subjectId: string, { used, max }: Counted): Quota => ({
  name,
  subjectId,
  used,
  max: max ?? quotas[name].default,
  isSet: max !== null,
});

const unused: Counted = { used: 0, max: null };

const findRow = prepare(
  (read, kind: QuotaSubject, subjectId: string, name: QuotaName) =>
    read
      .selectFrom('quotas')
      .select(['used', 'max'])
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('name', '=', name),
  (row): Counted => row,
);

/** What the subject uses of a quota, and its maximum there, which is the default unless a moderator set another. */
export const findQuota = async (read: ReadConnection, subjectId: string, name: QuotaName): Promise<Quota> => {
  const row = await findRow(read, quotas[name].subject, subjectId, name);
  return toQuota(name, subjectId, row ?? unused);
};

/** All quotas of a subject. */
export const findQuotas = async (
  read: ReadConnection,
  kind: QuotaSubject,
  subjectId: string,
): Promise<Quota[]> => {
  const rows = await read
    .selectFrom('quotas')
    .select(['name', 'used', 'max'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute();
  const known = new Map(rows.map((row) => [row.name, row]));
  return quotasOf(kind).map((name) => toQuota(name, subjectId, known.get(name) ?? unused));
};

/** Sets the maximum of a quota; null restores the default. */
export const setQuota = async (
  tx: Writer,
  subjectId: string,
  name: QuotaName,
  max: number | null,
): Promise<void> => {
  await tx.db
    .insertInto('quotas')
    .values({ subject_kind: quotas[name].subject, subject_id: subjectId, name, max, used: 0 })
    .onConflict((conflict) => conflict.columns(['subject_kind', 'subject_id', 'name']).doUpdateSet({ max }))
    .execute();
};

/** Sets what a subject uses of a quota. */
export const setUse = async (
  tx: Writer,
  { name, subjectId, used }: Pick<Quota, 'name' | 'subjectId' | 'used'>,
): Promise<void> => {
  await tx.db
    .insertInto('quotas')
    .values({ subject_kind: quotas[name].subject, subject_id: subjectId, name, max: null, used })
    .onConflict((conflict) => conflict.columns(['subject_kind', 'subject_id', 'name']).doUpdateSet({ used }))
    .execute();
};

/** Counts the use of a quota, whatever its maximum. */
export const countUse = async (tx: Writer, use: QuotaUse): Promise<void> => {
  await countUses(tx, [use]);
};

/** As `countUse`, for the publisher that has a node. */
export const countUseOfNode = async (
  tx: Writer,
  nodeKey: string,
  name: QuotaNameOf<'publisher'>,
  amount: number,
): Promise<void> => {
  if (amount !== 0) await addUseOfNode(tx.db, { nodeKey, name, amount });
};

const addUseOfNode = prepareWrite(
  (db, { nodeKey, name, amount }: { nodeKey: string; name: QuotaName; amount: number }) =>
    addRows(
      db.insertInto('quotas').values((eb) => ({
        subject_kind: 'publisher',
        subject_id: eb
          .selectFrom('nodes')
          .select((select) => select.ref('publisher_id').$notNull().as('id'))
          .where('key', '=', nodeKey),
        name,
        max: null,
        used: amount,
      })),
    ),
);

/** Counts the use of quotas, each another one, whatever their maximum. Returns them as they are from now on. */
export const countUses = async (tx: Writer, uses: readonly QuotaUse[]): Promise<Quota[]> => {
  const values = Object.fromEntries(
    uses.flatMap(({ name, subjectId, amount }, index) => [
      [`kind${index}`, quotas[name].subject],
      [`id${index}`, subjectId],
      [`name${index}`, name],
      [`amount${index}`, amount],
    ]),
  );
  const { rows } = await addUses(tx.db, values);
  const counted = new Map(rows.map((row) => [`${row.name} ${row.subject_id}`, row]));
  return uses.map(({ name, subjectId }) => {
    const row = counted.get(`${name} ${subjectId}`);
    if (row === undefined) throw new Error('an upsert returns its rows');
    return toQuota(name, subjectId, row);
  });
};

const addUses = prepareWrite((db, values: Readonly<Record<string, string | number>>) =>
  addRows(
    db.insertInto('quotas').values(
      Array.from({ length: Object.keys(values).length / 4 }, (_, index) => ({
        subject_kind: values[`kind${index}`] as QuotaSubject,
        subject_id: String(values[`id${index}`]),
        name: values[`name${index}`] as QuotaName,
        max: null,
        used: values[`amount${index}`] as number,
      })),
    ),
  ).returning(['name', 'subject_id', 'used', 'max']),
);

const addRows = (insert: InsertQueryBuilder<Tables, 'quotas', InsertResult>) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['subject_kind', 'subject_id', 'name'])
      .doUpdateSet((eb) => ({ used: eb('quotas.used', '+', eb.ref('excluded.used')) })),
  );

/**
 * What each subject uses, by what the rows hold. Of `change_bytes` they do not: a change is counted as it was written,
 * and an extraction that is requested again before the log names it.
 */
const countedRows = {
  nodes: sql`select 'publisher' as subject_kind, publisher_id as subject_id, 'nodes' as name, count(*) as used
    from nodes group by publisher_id`,
  members: sql`select 'publisher', publisher_id, 'members', count(*) from members group by publisher_id`,
  tokens: sql`select 'publisher', publisher_id, 'tokens', count(*) from tokens
    where revoked_at is null group by publisher_id`,
  trusted_publishers: sql`select 'publisher', publisher_id, 'trusted_publishers', count(*)
    from trusted_publishers group by publisher_id`,
  webhooks: sql`select 'publisher', publisher_id, 'webhooks', count(*) from webhooks
    where publisher_id is not null group by publisher_id`,
  pending_versions: sql`select 'publisher', publisher_id, 'pending_versions', count(*) from versions
    join nodes on nodes.key = versions.node_key
    where versions.status = 'NodeVersionStatusPending' group by publisher_id`,
  package_bytes: sql`select 'publisher', publisher_id, 'package_bytes', cast(sum(package_bytes) as bigint)
    from versions join nodes on nodes.key = versions.node_key
    where package_bytes is not null group by publisher_id`,
  definition_bytes: sql`select 'publisher', publisher_id, 'definition_bytes', cast(sum(definition_bytes) as bigint)
    from versions join nodes on nodes.key = versions.node_key group by publisher_id`,
  versions: sql`select 'node', node_key, 'versions', count(*) from versions group by node_key`,
  // Only the log knows who created a publisher. That of the unclaimed nodes counts for nobody.
  publishers: sql`select 'account', substr(actor, 6), 'publishers', count(*) from changes
    where action = 'publisher.created' and actor like 'user:%'
    and subject <> ${`publisher:${unclaimedPublisherId}`} group by actor`,
  reviews: sql`select 'account', user_id, 'reviews', count(*) from reviews group by user_id`,
  reports: sql`select 'account', user_id, 'reports', count(*) from reports group by user_id`,
} satisfies Partial<Record<QuotaName, unknown>>;

/** The quotas that can be counted again. */
type CountedName = keyof typeof countedRows;

interface WrongUse {
  name: CountedName;
  subjectId: string;
  found: number;
  expected: number;
}

/** At most `max` quotas whose use is not what the rows hold. */
export const findWrongUses = async (read: ReadConnection, max: number): Promise<WrongUse[]> => {
  const names = sql.join(Object.keys(countedRows).map((name) => sql.lit(name)));
  const wrong = sql<WrongUse>`(
    select coalesce(quotas.name, counted.name) as name,
      coalesce(quotas.subject_id, counted.subject_id) as "subjectId",
      coalesce(quotas.used, 0) as found, coalesce(counted.used, 0) as expected
    from (${sql.join(Object.values(countedRows), sql` union all `)}) as counted
    full join (select * from quotas where name in (${names})) as quotas
      on quotas.subject_kind = counted.subject_kind and quotas.subject_id = counted.subject_id
        and quotas.name = counted.name
    where coalesce(quotas.used, 0) <> coalesce(counted.used, 0)
  )`;
  return read.selectFrom(wrong.as('wrong')).selectAll().limit(max).execute();
};

/** Counts again what a subject uses of a quota. */
export const recountUse = async (tx: Writer, name: CountedName, subjectId: string): Promise<void> => {
  const { rows } = await sql<{ used: number }>`
    with counted (subject_kind, subject_id, name, used) as (${countedRows[name]})
    select used from counted where subject_id = ${subjectId}
  `.execute(tx.db);
  await setUse(tx, { name, subjectId, used: rows[0]?.used ?? 0 });
};

/** What all versions of a node together take of the quotas of its publisher. */
export const sumVersions = async (
  read: ReadConnection,
  nodeKey: string,
): Promise<{ pending_versions: number; package_bytes: number; definition_bytes: number }> =>
  read
    .selectFrom('versions')
    .select([
      sql<number>`cast(coalesce(sum(case status when 'NodeVersionStatusPending' then 1 else 0 end), 0) as bigint)`.as(
        'pending_versions',
      ),
      sql<number>`cast(coalesce(sum(package_bytes), 0) as bigint)`.as('package_bytes'),
      sql<number>`cast(coalesce(sum(definition_bytes), 0) as bigint)`.as('definition_bytes'),
    ])
    .where('node_key', '=', nodeKey)
    .executeTakeFirstOrThrow();

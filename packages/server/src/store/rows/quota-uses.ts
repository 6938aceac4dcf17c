import { type QuotaName, unclaimedPublisherId } from '@patchbay/contract';
import { sql } from 'kysely';
import type { Reader, Writer } from '../store.ts';
import { setUse } from './quotas.ts';

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
export const findWrongUses = async (read: Reader, max: number): Promise<WrongUse[]> => {
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

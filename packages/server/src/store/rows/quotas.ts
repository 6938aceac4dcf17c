import { type QuotaName, type QuotaSubject, quotas, quotasOf } from '@patchbay/contract';
import { prepare, prepareWrite } from '../prepare.ts';
import type { Reader, Writer } from '../store.ts';

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
export const findQuota = async (read: Reader, subjectId: string, name: QuotaName): Promise<Quota> => {
  const row = await findRow(read, quotas[name].subject, subjectId, name);
  return toQuota(name, subjectId, row ?? unused);
};

/** All quotas of a subject. */
export const findQuotas = async (read: Reader, kind: QuotaSubject, subjectId: string): Promise<Quota[]> => {
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
  db
    .insertInto('quotas')
    .values(
      Array.from({ length: Object.keys(values).length / 4 }, (_, index) => ({
        subject_kind: values[`kind${index}`] as QuotaSubject,
        subject_id: String(values[`id${index}`]),
        name: values[`name${index}`] as QuotaName,
        max: null,
        used: values[`amount${index}`] as number,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['subject_kind', 'subject_id', 'name'])
        .doUpdateSet((eb) => ({ used: eb('quotas.used', '+', eb.ref('excluded.used')) })),
    )
    .returning(['name', 'subject_id', 'used', 'max']),
);

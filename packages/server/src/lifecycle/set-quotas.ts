import { type QuotaName, type QuotaSubject, quotasOf } from '@patchbay/contract';
import { mergePatch } from './merge.ts';
import { difference } from '../store/log/changes.ts';
import { findQuotas, setQuota } from '../store/rows/quotas.ts';
import type { Writer } from '../store/store.ts';

/** What moderators set, by quota. */
type Maxima = Partial<Record<QuotaName, number>>;

/** Sets quotas of a subject, null to their default. Returns what differs, or undefined when nothing does. */
export const setQuotas = async (
  tx: Writer,
  kind: QuotaSubject,
  subjectId: string,
  sent: { [Name in QuotaName]?: number | null },
): Promise<{ before: Maxima; after: Maxima } | undefined> => {
  const found = await findQuotas(tx.db, kind, subjectId);
  const before: Maxima = Object.fromEntries(
    found.filter(({ isSet }) => isSet).map(({ name, max }) => [name, max]),
  );
  let after = before;
  for (const name of quotasOf(kind)) {
    const max = sent[name];
    if (max === undefined) continue;
    after = mergePatch(after, { [name]: max });
    await setQuota(tx, subjectId, name, max);
  }
  return difference(before, after);
};

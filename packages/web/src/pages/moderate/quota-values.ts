import { type QuotaNameOf, type QuotaSubject, quotasOf } from '@patchbay/contract';

/** The maxima that a form of quotas sent: null, which restores the default, where a field is empty. */
export const quotaValues = <Subject extends QuotaSubject>(
  subject: Subject,
  fields: URLSearchParams,
): Partial<Record<QuotaNameOf<Subject>, number | null>> =>
  Object.fromEntries(
    quotasOf(subject).flatMap((name) => {
      const sent = fields.get(name)?.trim();
      return sent === undefined ? [] : [[name, sent === '' ? null : Number(sent)]];
    }),
  ) as Partial<Record<QuotaNameOf<Subject>, number | null>>;

import { type QuotaNameOf, type QuotaSubject, type Usage, quotasOf } from '@patchbay/contract';
import { changedIn } from './opened.ts';

/** What the fields hold of quotas. */
export const quotaTexts = <Subject extends QuotaSubject>(subject: Subject, usage: Usage<Subject>) =>
  Object.fromEntries(quotasOf(subject).map((name) => [name, String(usage[name].max)])) as Record<
    QuotaNameOf<Subject>,
    string
  >;

/** The maxima that a form of quotas changes: null, which restores the default, where a field is empty. */
export const quotaValues = <Subject extends QuotaSubject>(
  subject: Subject,
  fields: URLSearchParams,
  usage: Usage<Subject>,
): Partial<Record<QuotaNameOf<Subject>, number | null>> =>
  Object.fromEntries(
    [...changedIn(fields, quotaTexts(subject, usage))].map(([name, text]) => [
      name,
      text === '' ? null : Number(text),
    ]),
  ) as Partial<Record<QuotaNameOf<Subject>, number | null>>;

import { type QuotaRow, type QuotaSubject, type Usage, quotas } from '@patchbay/contract';
import type { Quota } from '../store/rows/quotas.ts';

/** Quotas of a subject by name. */
export const presentUsage = <Subject extends QuotaSubject>(found: readonly Quota[]): Usage<Subject> =>
  Object.fromEntries(
    found.map(({ name, used, max }) => {
      const { isCounted }: QuotaRow = quotas[name];
      return [name, isCounted === false ? { max } : { used, max }];
    }),
  ) as Usage<Subject>;

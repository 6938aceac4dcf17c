import { findQuota } from '../store/rows/quotas.ts';
import type { Reader } from '../store/store.ts';

/** How many times the usual rates a publisher has. */
export const factorOf = async (read: Reader, publisherId: string): Promise<number> =>
  (await findQuota(read, publisherId, 'rate_factor')).max;

import { findQuota } from '../store/rows/quotas.ts';
import type { ReadConnection } from '../store/store.ts';

/** How many times the usual rates a publisher has. */
export const factorOf = async (read: ReadConnection, publisherId: string): Promise<number> =>
  (await findQuota(read, publisherId, 'rate_factor')).max;

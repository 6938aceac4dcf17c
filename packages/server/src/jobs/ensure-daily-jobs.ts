import type { Context } from '../context.ts';
import { ensureReaper } from '../packages/reap.ts';
import { ensureDomainCheck } from './check-domains.ts';

/** Requests what is done every day in a registry that does not have it yet. */
export const ensureDailyJobs = async (context: Context): Promise<void> => {
  await ensureReaper(context.store, context.now);
  await ensureDomainCheck(context);
};

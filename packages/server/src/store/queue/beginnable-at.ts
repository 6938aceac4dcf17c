import { sql } from 'kysely';

/** When a job can be begun: it is due, and the lease of its last holder has expired. Matches the indexes. */
export const beginnableAt = sql<string>`coalesce(leased_until, run_at)`;

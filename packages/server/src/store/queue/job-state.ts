import type { JobState } from '@patchbay/contract';
import { sql } from 'kysely';

/** The state of a job at a time, as a column. */
export const jobState = (at: string) => sql<JobState>`case
  when leased_until > ${at} then 'running'
  when last_error is not null then 'failed'
  when run_at <= ${at} then 'waiting'
  else 'scheduled' end`;

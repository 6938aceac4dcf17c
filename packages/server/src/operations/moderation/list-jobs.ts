import type { Endpoints } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { presentJob } from '../../present/moderation.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findJobs } from '../../store/queue/jobs.ts';
import type { Operation } from '../operation.ts';

export const listJobs: Operation<Endpoints['listJobs']> = async ({ store, now }, { actor, query }) => {
  demand(actor, 'moderate');
  const asked = pageOf(query);
  return presentPage('jobs', await findJobs(store.read, now().toISOString(), query, asked), presentJob);
};

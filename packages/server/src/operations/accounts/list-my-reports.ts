import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentReport } from '../../present/moderation.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findReportsOfUser } from '../../store/rows/reports.ts';
import type { Operation } from '../operation.ts';

export const listMyReports: Operation<Endpoints['listMyReports']> = async ({ store }, { actor, query }) => {
  const { userId } = requireUser(actor);
  const asked = pageOf(query);
  return presentPage('reports', await findReportsOfUser(store.read, userId, asked), presentReport);
};

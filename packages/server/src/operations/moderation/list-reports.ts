import type { Endpoints } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentManagedReport } from '../../present/moderation.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findReports } from '../../store/rows/reports.ts';
import type { Operation } from '../operation.ts';

export const listReports: Operation<Endpoints['listReports']> = async ({ store }, { actor, query }) => {
  demand(actor, 'moderate');
  const { status = 'ReportStatusOpen', ...place } = query;
  const asked = pageOf(place);
  return presentPage('reports', await findReports(store.read, status, asked), presentManagedReport);
};

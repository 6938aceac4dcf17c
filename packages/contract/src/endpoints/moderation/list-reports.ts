import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ManagedReport } from '../../resources/report.ts';
import { reportStatuses } from '../../statuses.ts';
import { page, paged } from '../paging.ts';

export const listReports = endpoint({
  method: 'GET',
  path: '/admin/reports',
  tag: 'moderation',
  summary: 'List what users report, by default what is open',
  auth: 'bearer',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    status: Type.Optional(Type.Enum([...reportStatuses], { description: 'Default `ReportStatusOpen`' })),
  }),
  reply: { status: 200, description: 'The reports, oldest first', body: paged('reports', ManagedReport) },
  errors: ['forbidden'],
});

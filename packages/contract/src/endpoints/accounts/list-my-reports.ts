import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Report } from '../../resources/report.ts';
import { page, paged } from '../paging.ts';

export const listMyReports = endpoint({
  method: 'GET',
  path: '/users/reports',
  tag: 'accounts',
  summary: 'List the reports of the caller with their answers',
  auth: 'bearer',
  query: Type.Object(page(limits.pageSizeMax)),
  reply: { status: 200, description: 'The reports, newest first', body: paged('reports', Report) },
  errors: ['forbidden'],
});

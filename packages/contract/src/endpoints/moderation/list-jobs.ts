import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { jobKinds, jobStates } from '../../job-kinds.ts';
import { limits } from '../../limits.ts';
import { Job } from '../../resources/job.ts';
import { page, paged } from '../paging.ts';

export const listJobs = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  tag: 'moderation',
  summary: 'List the jobs of the server, the one that is due first at the top',
  auth: 'bearer',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    kind: Type.Optional(Type.Enum([...jobKinds], { description: 'Only jobs of this kind' })),
    state: Type.Optional(Type.Enum([...jobStates], { description: 'Only jobs in this state' })),
  }),
  reply: { status: 200, description: 'The jobs', body: paged('jobs', Job) },
  errors: ['forbidden'],
});

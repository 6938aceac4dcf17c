import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { SourceStatus } from '../../resources/service-status.ts';

export const getReadiness = endpoint({
  method: 'GET',
  path: '/ready',
  tag: 'service',
  summary: 'Whether the database and the package store answer',
  auth: 'public',
  rateCosts: {},
  reply: {
    status: 200,
    description: 'They do',
    body: Type.Object({
      status: Type.Literal('ready'),
      disk: Type.Enum(['ok', 'full'], {
        description: 'Whether the disk has room; while it is full, writes fail',
      }),
      source: Type.Optional(SourceStatus),
      readers: Type.Enum(['isolated', 'best-effort'], {
        description: 'How well the processes that read packages are cut off from the system',
      }),
    }),
  },
  errors: ['unavailable'],
});

import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ManagedReport } from '../../resources/report.ts';
import { reportStatuses } from '../../statuses.ts';
import { GivenText } from '../../text.ts';

export const answerReport = endpoint({
  method: 'PUT',
  path: '/admin/reports/{reportId}',
  tag: 'moderation',
  summary: 'Answer a report, which closes it',
  auth: 'bearer',
  body: Type.Object({
    status: Type.Enum([...reportStatuses]),
    answer: GivenText(limits.reportCharsMax, 'What the reporter gets to read'),
  }),
  reply: { status: 200, description: 'The report', body: ManagedReport },
  errors: ['forbidden', 'not_found', 'illegal_transition'],
});

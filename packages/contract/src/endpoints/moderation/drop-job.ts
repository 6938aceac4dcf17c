import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { GivenText } from '../../text.ts';

export const dropJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/{jobId}/drop',
  tag: 'moderation',
  summary: 'Give up a job without which nothing is left half done',
  auth: 'bearer',
  body: Type.Object({ reason: GivenText(limits.descriptionCharsMax, 'Why, for the log of changes') }),
  reply: { status: 204, description: 'It is gone' },
  errors: ['forbidden', 'not_found', 'job_running', 'illegal_transition'],
});

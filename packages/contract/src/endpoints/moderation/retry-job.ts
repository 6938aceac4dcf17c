import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Job } from '../../resources/job.ts';
import { GivenText } from '../../text.ts';

export const retryJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/{jobId}/retry',
  tag: 'moderation',
  summary: 'Begin a job now, with all its attempts again',
  auth: 'bearer',
  body: Type.Object({ reason: GivenText(limits.descriptionCharsMax, 'Why, for the log of changes') }),
  reply: { status: 200, description: 'The job, which is due', body: Job },
  errors: ['forbidden', 'not_found', 'job_running', 'illegal_transition'],
});

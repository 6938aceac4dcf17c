import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { withReason } from '../../authorization/reason.ts';
import { idleJob, retryJob as retry } from '../../lifecycle/job.ts';
import { presentJob } from '../../present/moderation.ts';
import type { Operation } from '../operation.ts';

/** Has a job begun now, as if it had never failed. */
export const retryJob: Operation<Endpoints['retryJob']> = (context, { params, body, ...caller }) =>
  act(context, caller, async (tx) => {
    const job = await idleJob(tx, params.jobId, context.store.engine);
    return presentJob(await retry(withReason(tx, body.reason), job, body.reason));
  });

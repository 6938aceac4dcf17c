import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { withReason } from '../../authorization/reason.ts';
import { dropJob as drop, idleJob } from '../../lifecycle/job.ts';
import type { Operation } from '../operation.ts';

/** Gives up a job that nothing depends on. */
export const dropJob: Operation<Endpoints['dropJob']> = (context, { params, body, ...caller }) =>
  act(context, caller, async (tx) => {
    const job = await idleJob(tx, params.jobId, context.store.engine);
    await drop(withReason(tx, body.reason), job, body.reason);
    return undefined;
  });

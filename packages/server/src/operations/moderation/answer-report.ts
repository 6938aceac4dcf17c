import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { demand } from '../../authorization/publisher.ts';
import { answerReport as answer, requireReport } from '../../lifecycle/report.ts';
import { presentManagedReport } from '../../present/moderation.ts';
import type { Operation } from '../operation.ts';

/** Closes a report with an answer, which its sender reads. */
export const answerReport: Operation<Endpoints['answerReport']> = (context, { params, body, ...caller }) =>
  act(context, caller, async (tx) => {
    demand(tx.actor, 'moderate');
    const report = await requireReport(tx, params.reportId);
    return presentManagedReport(await answer(tx, report, body, context.publicUrl()));
  });

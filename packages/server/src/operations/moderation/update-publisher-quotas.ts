import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { withReason } from '../../authorization/reason.ts';
import { setQuotas } from '../../lifecycle/set-quotas.ts';
import { presentUsage } from '../../present/publisher.ts';
import { findQuotas } from '../../store/rows/quotas.ts';
import type { Operation } from '../operation.ts';

/** A moderator's maxima for a publisher. */
export const updatePublisherQuotas: Operation<Endpoints['updatePublisherQuotas']> = async (
  context,
  { params, body: { reason, ...maxima }, ...caller },
) =>
  act(context, caller, async (tx) => {
    const { id } = await permittedPublisher(tx.db, tx.actor, 'moderate', params.publisherId);
    const change = await setQuotas(tx, 'publisher', id, maxima);
    if (change !== undefined)
      await withReason(tx, reason).append({ kind: 'publisher.quotas-set', about: { id }, ...change });
    return presentUsage(await findQuotas(tx.db, 'publisher', id));
  });

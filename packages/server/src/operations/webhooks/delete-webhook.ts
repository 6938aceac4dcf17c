import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { asOwnerOrWithReason } from '../../authorization/publisher.ts';
import { permittedWebhook } from '../../authorization/webhook.ts';
import { deleteWebhook as remove } from '../../lifecycle/webhook.ts';
import type { Operation } from '../operation.ts';

/** Deletes a webhook with its deliveries; an attempt that is under way is the last. */
export const deleteWebhook: Operation<Endpoints['deleteWebhook']> = async (
  context,
  { params, query, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const webhook = await permittedWebhook(tx.db, tx.actor, params.webhookId);
    const { publisherId } = webhook;
    await remove(
      publisherId === null ? tx : await asOwnerOrWithReason(tx, publisherId, query.reason),
      webhook,
    );
  });
};

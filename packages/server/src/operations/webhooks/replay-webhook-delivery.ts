import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { writableWebhook } from '../../authorization/webhook.ts';
import { ApiError } from '../../errors.ts';
import { presentDelivery } from '../../present/webhook.ts';
import { findDelivery, updateDelivery } from '../../store/rows/webhook-deliveries.ts';
import { deliveryExpiry } from '../../store/rows/webhooks.ts';
import type { Operation } from '../operation.ts';

/** Has an event delivered again with the same id, or one that waits attempted now. */
export const replayWebhookDelivery: Operation<Endpoints['replayWebhookDelivery']> = (
  context,
  { params, ...caller },
) =>
  act(context, caller, async (tx) => {
    const webhook = await writableWebhook(tx, params.webhookId);
    const delivery = await findDelivery(tx.db, webhook.id, params.deliveryId);
    if (delivery === undefined) {
      throw new ApiError('not_found', 'There is no such delivery.', {
        advice: 'GET /webhooks/{webhookId}/deliveries lists those that are kept.',
      });
    }
    if (delivery.seq === null) {
      throw new ApiError(
        'illegal_transition',
        'A test is about no change and cannot be repeated. Send another test.',
      );
    }
    if (!webhook.isEnabled) {
      throw new ApiError('illegal_transition', 'The webhook is turned off. Turn it on first.');
    }
    const again = {
      status: 'waiting' as const,
      attempts: 0,
      due_at: tx.now,
      expires_at: deliveryExpiry(tx.now),
      error: null,
    };
    await updateDelivery(tx, delivery.id, again);
    await tx.enqueue({ kind: 'deliver-webhook', subject: webhook.id, runAt: tx.now });
    return presentDelivery({ ...delivery, ...again });
  });

import { type Endpoints, webhookTestEvent } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { act } from '../../authorization/act.ts';
import { writableWebhook } from '../../authorization/webhook.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { attemptAtOnce } from '../../lifecycle/webhook.ts';
import { presentDelivery } from '../../present/webhook.ts';
import { insertTestDelivery, pruneDeliveries } from '../../store/rows/webhook-deliveries.ts';
import { type Attempt, openAttempts } from '../../webhooks/attempt.ts';
import type { Operation } from '../operation.ts';

/** Sends a test event once, also to a webhook that is turned off. */
export const testWebhook: Operation<Endpoints['testWebhook']> = async (context, { params, ...caller }) => {
  const { attempt: _attempt, ...asking } = caller;
  // The answer to an Idempotency-Key is that of the second transaction.
  const webhook = await act(context, asking, (tx) => writableWebhook(tx, params.webhookId));
  const id = uuidv7();
  const body = JSON.stringify({
    type: webhookTestEvent,
    timestamp: context.now().toISOString(),
    data: { webhook_id: webhook.id },
  });
  // Uses the network, so no transaction is open.
  const { isDelivered, isGone: _, ...columns } = await attempt(context, webhook, { id, body });
  const status = isDelivered ? 'delivered' : 'failed';
  const delivery = { id, webhook_id: webhook.id, event: webhookTestEvent, status, ...columns } as const;
  return act(context, caller, async (tx) => {
    const { failures } = await writableWebhook(tx, webhook.id);
    if (isDelivered && failures > 0) await attemptAtOnce(tx, webhook);
    const row = await insertTestDelivery(tx, delivery);
    await pruneDeliveries(tx, webhook.id);
    return presentDelivery(row);
  });
};

/** The maximum number of tests that a process makes at once. */
const testsMax = 8;
let tests = 0;

const attempt = async (
  context: Context,
  ...[webhook, delivery]: [Parameters<typeof openAttempts>[1], { id: string; body: string }]
): Promise<Attempt> => {
  if (tests >= testsMax) {
    throw new ApiError('unavailable', 'Too many webhooks are being tested; try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  }
  tests += 1;
  const attempts = openAttempts(context, webhook);
  try {
    return await attempts.make(delivery);
  } finally {
    tests -= 1;
    await attempts.close();
  }
};

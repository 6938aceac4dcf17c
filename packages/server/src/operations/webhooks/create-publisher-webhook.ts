import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireUser, writablePublisher } from '../../authorization/publisher.ts';
import { createWebhook } from '../../lifecycle/webhook.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { makeSecret, sealSecret } from '../../webhooks/secrets.ts';
import type { Operation } from '../operation.ts';
import { requireReceiverUrl } from '../../webhooks/require-receiver-url.ts';

/** Makes a webhook for what happens from now on. Only this response contains its secret. */
export const createPublisherWebhook: Operation<Endpoints['createPublisherWebhook']> = async (
  context,
  { params, body, ...caller },
) => {
  const { config, now } = context;
  requireReceiverUrl(config, body.url);
  const secret = makeSecret();
  return act(context, caller, async (tx) => {
    const { id: publisherId } = await writablePublisher(tx, 'webhooks.write', params.publisherId);
    const { userId: makerId } = requireUser(tx.actor);
    const seal = (id: string) => sealSecret(config.SECRET, id, secret);
    return presentWebhook(await createWebhook(tx, { ...body, publisherId, makerId, seal }), now(), secret);
  });
};

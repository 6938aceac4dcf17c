import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { demand, requireUser } from '../../authorization/publisher.ts';
import { createWebhook } from '../../lifecycle/webhook.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { makeSecret, sealSecret } from '../../webhooks/secrets.ts';
import type { Operation } from '../operation.ts';
import { requireReceiverUrl } from '../../webhooks/require-receiver-url.ts';

/** As `createPublisherWebhook`, for what happens in the whole registry. */
export const createRegistryWebhook: Operation<Endpoints['createRegistryWebhook']> = async (
  context,
  { body, ...caller },
) => {
  const { config, now } = context;
  requireReceiverUrl(config, body.url);
  const secret = makeSecret();
  return act(context, caller, async (tx) => {
    demand(tx.actor, 'registry-webhooks.write');
    const { userId: makerId } = requireUser(tx.actor);
    const seal = (id: string) => sealSecret(config.SECRET, id, secret);
    return presentWebhook(
      await createWebhook(tx, { ...body, publisherId: null, makerId, seal }),
      now(),
      secret,
    );
  });
};

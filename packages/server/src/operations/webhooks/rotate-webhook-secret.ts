import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { writableWebhook } from '../../authorization/webhook.ts';
import { rotateSecret } from '../../lifecycle/webhook.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { makeSecret, sealSecret } from '../../webhooks/secrets.ts';
import type { Operation } from '../operation.ts';

/** Gives a webhook a new secret, which only this response contains. */
export const rotateWebhookSecret: Operation<Endpoints['rotateWebhookSecret']> = (
  context,
  { params, ...caller },
) => {
  const secret = makeSecret();
  return act(context, caller, async (tx) => {
    const webhook = await writableWebhook(tx, params.webhookId);
    const sealed = sealSecret(context.config.SECRET, webhook.id, secret);
    return presentWebhook(await rotateSecret(tx, webhook, sealed), context.now(), secret);
  });
};

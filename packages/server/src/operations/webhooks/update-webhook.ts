import { type ChangeKind, type Endpoints, publisherEvents } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { writableWebhook } from '../../authorization/webhook.ts';
import { invalidValue } from '../../errors.ts';
import { editWebhook } from '../../lifecycle/webhook.ts';
import { presentWebhook } from '../../present/webhook.ts';
import type { Operation } from '../operation.ts';
import { requireReceiverUrl } from '../../webhooks/require-receiver-url.ts';

/** Changes the keys present. Who turns a webhook on is responsible for it from then on. */
export const updateWebhook: Operation<Endpoints['updateWebhook']> = async (
  context,
  { params, body, ...caller },
) => {
  if (body.url !== undefined) requireReceiverUrl(context.config, body.url);
  return act(context, caller, async (tx) => {
    const webhook = await writableWebhook(tx, params.webhookId);
    const { url, description, events, isEnabled } = webhook;
    if (webhook.publisherId !== null) requirePublisherEvents(body.events ?? []);
    const next = {
      url: body.url ?? url,
      description: body.description === undefined ? description : (body.description ?? undefined),
      events: body.events === undefined ? events : (body.events ?? undefined),
      isEnabled: body.enabled ?? isEnabled,
    };
    return presentWebhook(await editWebhook(tx, webhook, next, requireUser(tx.actor).userId), context.now());
  });
};

const requirePublisherEvents = (events: readonly ChangeKind[]): void => {
  const index = events.findIndex((event) => !publisherEvents.includes(event));
  if (index === -1) return;
  throw invalidValue(
    `/events/${index}`,
    `Only moderators receive the event "${events[index] ?? ''}". Leave it out.`,
    'must be an event of publishers',
  );
};

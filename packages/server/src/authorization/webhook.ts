import { ApiError } from '../errors.ts';
import { type WebhookRecord, findWebhook } from '../store/rows/webhooks.ts';
import type { ReadConnection } from '../store/store.ts';
import type { Act } from './act.ts';
import { demand, permittedPublisher, writablePublisher } from './publisher.ts';
import type { Actor } from './rights.ts';

const requireWebhook = async (read: ReadConnection, id: string): Promise<WebhookRecord> => {
  const webhook = await findWebhook(read, id);
  if (webhook !== undefined) return webhook;
  throw new ApiError('not_found', `There is no webhook "${id}".`, {
    advice: 'GET /publishers/{publisherId}/webhooks lists those of a publisher.',
  });
};

/** The webhook, for who may see or delete it. Throws `not_found`, `forbidden`. */
export const permittedWebhook = async (
  read: ReadConnection,
  actor: Actor,
  id: string,
): Promise<WebhookRecord> => {
  const webhook = await requireWebhook(read, id);
  if (webhook.publisherId === null) demand(actor, 'moderate');
  else await permittedPublisher(read, actor, 'webhooks.manage', webhook.publisherId);
  return webhook;
};

/** The webhook, for who may write it. Throws `not_found`, `forbidden`, `publisher_banned`. */
export const writableWebhook = async (tx: Act, id: string): Promise<WebhookRecord> => {
  const webhook = await requireWebhook(tx.db, id);
  if (webhook.publisherId === null) demand(tx.actor, 'registry-webhooks.write');
  else await writablePublisher(tx, 'webhooks.write', webhook.publisherId);
  return webhook;
};

import { type WebhookRequest, limits } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { useQuota } from '../authorization/quotas.ts';
import { ApiError } from '../errors.ts';
import { difference, findLastSeq } from '../store/log/changes.ts';
import { countUse } from '../store/rows/quotas.ts';
import { makeDeliveriesDue } from '../store/rows/webhook-deliveries.ts';
import {
  type WebhookRecord,
  countRegistryWebhooks,
  deleteWebhookRow,
  deleteWebhooksOfPublisher,
  disableWebhooksOfMaker,
  findWebhook,
  insertWebhook,
  updateWebhookRow,
} from '../store/rows/webhooks.ts';
import type { Writer } from '../store/store.ts';

interface NewWebhook extends WebhookRequest {
  /** Null for one of moderators. */
  publisherId: string | null;
  makerId: string;
  /** Encrypts the secret for the webhook with an id. */
  seal: (id: string) => string;
}

/** Makes a webhook for what happens from now on. Throws `quota_exceeded`. */
export const createWebhook = async (
  tx: Act,
  { publisherId, makerId, url, description, events, seal }: NewWebhook,
): Promise<WebhookRecord> => {
  if (publisherId === null) await requireRoom(tx);
  else await useQuota(tx, { name: 'webhooks', subjectId: publisherId, amount: 1 });
  // Its own creation, which is the next change, is nothing new to the one who made it.
  const seq = (await findLastSeq(tx.db)) + 1;
  const id = await insertWebhook(tx, { publisherId, makerId, url, description, events, seal, seq });
  await tx.append({
    kind: 'webhook.created',
    about: { id },
    after: {
      publisher: publisherId ?? undefined,
      origin: new URL(url).origin,
      description,
      events: events && [...events],
    },
  });
  return requireRow(tx, id);
};

const requireRoom = async (tx: Act): Promise<void> => {
  if ((await countRegistryWebhooks(tx.db)) < limits.registryWebhooksMax) return;
  throw new ApiError(
    'quota_exceeded',
    `There are ${limits.registryWebhooksMax} webhooks of moderators already. Delete one first.`,
  );
};

const requireRow = async ({ db }: Pick<Writer, 'db'>, id: string): Promise<WebhookRecord> => {
  const webhook = await findWebhook(db, id);
  if (webhook === undefined) throw new Error('a webhook just written is not there');
  return webhook;
};

type Edited = Pick<WebhookRecord, 'url' | 'description' | 'events' | 'isEnabled'>;

/**
 * Changes a webhook. One that is turned on, or gets another URL, is from then on the responsibility of `userId`: it ends
 * with their right to it. One that is turned on receives what happens from now on.
 */
export const editWebhook = async (
  tx: Writer,
  current: WebhookRecord,
  next: Edited,
  userId: string,
): Promise<WebhookRecord> => {
  const change = difference(loggedTerms(current), loggedTerms(next));
  if (change === undefined && next.url === current.url) return current;
  const isTurnedOn = next.isEnabled && !current.isEnabled;
  const isMoved = next.url !== current.url;
  await updateWebhookRow(tx, current.id, {
    url: next.url,
    description: next.description ?? null,
    events_json: next.events === undefined ? null : JSON.stringify(next.events),
    enabled: next.isEnabled ? 1 : 0,
    disabled_reason: next.isEnabled ? null : (current.disabledReason ?? 'It was turned off.'),
    ...(isTurnedOn || isMoved ? { maker_id: userId, failing_since: null } : {}),
    ...(isTurnedOn ? { failures: 0, seq: (await findLastSeq(tx.db)) + 1 } : {}),
  });
  if (isTurnedOn || isMoved) await attemptAtOnce(tx, current);
  await tx.append({ kind: 'webhook.updated', about: current, ...(change ?? { before: {}, after: {} }) });
  return requireRow(tx, current.id);
};

/** Has all that waits attempted now, because the receiver may answer again. */
export const attemptAtOnce = async (tx: Writer, { id }: Pick<WebhookRecord, 'id'>): Promise<void> => {
  await makeDeliveriesDue(tx, id);
  await tx.enqueue({ kind: 'deliver-webhook', subject: id, runAt: tx.now });
};

/** What the log has of it: not its URL, whose path may be a secret of the receiver. */
const loggedTerms = ({ url, description, events, isEnabled }: Edited) => ({
  origin: new URL(url).origin,
  description,
  events: events && [...events],
  enabled: isEnabled,
});

/** Gives it a secret. Deliveries are signed with the one before as well for some hours. */
export const rotateSecret = async (
  tx: Writer,
  { id, sealedSecret }: WebhookRecord,
  sealed: string,
): Promise<WebhookRecord> => {
  const until = Date.parse(tx.now) + limits.webhookOverlapHours * 60 * 60_000;
  await updateWebhookRow(tx, id, {
    sealed_secret: sealed,
    sealed_previous: sealedSecret,
    previous_until: new Date(until).toISOString(),
  });
  await tx.append({ kind: 'webhook.secret-rotated', about: { id } });
  return requireRow(tx, id);
};

export const deleteWebhook = async (tx: Writer, webhook: WebhookRecord): Promise<void> => {
  const { publisherId, url } = webhook;
  await tx.append({
    kind: 'webhook.deleted',
    about: webhook,
    before: { publisher: publisherId ?? undefined, origin: new URL(url).origin },
  });
  await deleteWebhookRow(tx, webhook);
  if (publisherId !== null) await countUse(tx, { name: 'webhooks', subjectId: publisherId, amount: -1 });
};

/** Deletes those of a publisher that is deleted, whose deletion the log has. */
export const deleteAllWebhooks = async (tx: Writer, publisherId: string): Promise<void> => {
  const deleted = await deleteWebhooksOfPublisher(tx, publisherId);
  if (deleted > 0) await countUse(tx, { name: 'webhooks', subjectId: publisherId, amount: -deleted });
};

/** Turns one off as the server, unless it is off. */
export const disableWebhook = async (tx: Writer, id: string, reason: string): Promise<void> => {
  const webhook = await findWebhook(tx.db, id);
  if (webhook?.isEnabled !== true) return;
  await updateWebhookRow(tx, id, { enabled: 0, disabled_reason: reason });
  await appendDisabled(tx, { id }, reason);
};

/** Turns off what a user is responsible for, of one publisher, of moderators or of all, because their right ends. */
export const disableWebhooksOf = async (
  tx: Writer,
  made: { makerId: string; publisherId?: string | null },
  reason: string,
): Promise<void> => {
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  for (const webhook of await disableWebhooksOfMaker(tx, made, sentence)) {
    await appendDisabled(tx, webhook, sentence);
  }
};

const appendDisabled = (tx: Writer, about: { id: string }, reason: string): Promise<void> =>
  tx.append({ kind: 'webhook.updated', about, before: { enabled: true }, after: { enabled: false }, reason });

import type { Webhook, WebhookDelivery } from '@patchbay/contract';
import type { DeliveryRecord } from '../store/rows/webhook-deliveries.ts';
import type { WebhookRecord } from '../store/rows/webhooks.ts';

/** The webhook as listed, unless the secret is passed in. */
export const presentWebhook = (record: WebhookRecord, now: Date, secret?: string): Webhook => {
  const { publisherId, description, events, disabledReason, failingSince, previousUntil } = record;
  const isOverlapping = previousUntil !== null && Date.parse(previousUntil) > now.getTime();
  return {
    id: record.id,
    ...(publisherId === null ? {} : { publisher_id: publisherId }),
    url: record.url,
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: [...events] }),
    enabled: record.isEnabled,
    ...(disabledReason === null ? {} : { disabled_reason: disabledReason }),
    ...(failingSince === null ? {} : { failing_since: failingSince }),
    waiting: record.waiting,
    ...(secret === undefined ? {} : { secret }),
    ...(isOverlapping ? { previous_secret_until: previousUntil } : {}),
    maker: record.maker,
    created_at: record.createdAt,
  };
};

export const presentDelivery = (row: DeliveryRecord): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  ...(row.seq === null ? {} : { seq: row.seq }),
  status: row.status,
  attempts: row.attempts,
  ...(row.status === 'waiting' ? { next_attempt_at: row.due_at } : {}),
  ...(row.attempted_at === null ? {} : { last_attempt_at: row.attempted_at }),
  ...(row.duration_ms === null ? {} : { duration_ms: row.duration_ms }),
  ...(row.response_status === null ? {} : { response_status: row.response_status }),
  ...(row.response_excerpt === null ? {} : { response_excerpt: row.response_excerpt }),
  ...(row.error === null ? {} : { error: row.error }),
  created_at: row.created_at,
});

// Who is told of changes.
import type { DeliveryStatus } from '@patchbay/contract';

export interface WebhooksTable {
  id: string;
  /** Null for one of moderators, which receives events of the whole registry. */
  publisher_id: string | null;
  /** Who created it or last turned it on. */
  maker_id: string;
  url: string;
  description: string | null;
  /** The kinds of changes it wants; null for all. */
  events_json: string | null;
  /** Both are encrypted. */
  sealed_secret: string;
  sealed_previous: string | null;
  /** Until when deliveries are signed with the previous one as well. */
  previous_until: string | null;
  enabled: number;
  disabled_reason: string | null;
  /** Since when every attempt has failed, and how many. */
  failing_since: string | null;
  failures: number;
  /** The last change of the log that was looked at for it. */
  seq: number;
  created_at: string;
}

export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  /** The number of its change; null for a test. */
  seq: number | null;
  event: string;
  /** What is delivered in order: the key of the node, or empty for all that is about none. */
  lane: string;
  status: DeliveryStatus;
  attempts: number;
  due_at: string;
  expires_at: string;
  created_at: string;
  attempted_at: string | null;
  duration_ms: number | null;
  response_status: number | null;
  response_excerpt: string | null;
  error: string | null;
}

import type { DeliveryStatus } from '@patchbay/contract';

/** What the link in a message is good for. */
export type LinkPurpose = 'sign-up' | 'verify' | 'reset' | 'leave-address' | 'take-address';

/** What is told to people and to webhooks. */
export interface MessageTables {
  /** A link that was sent to an address and can be used once. */
  account_links: {
    /** The SHA-256 of its secret, in hexadecimal. */
    digest: string;
    purpose: LinkPurpose;
    /** The account that it is for; null for one that is to be made. */
    user_id: string | null;
    /** The address that it verifies, in lower case; of a reset, the one that it was sent to. */
    email: string;
    /** The account that is to be made: its name and the hash of its password. */
    account_json: string | null;
    created_at: string;
    expires_at: string;
    /** Of one that waits for another: when it was used. */
    used_at: string | null;
  };
  /** A network from which an account was used. */
  account_networks: {
    user_id: string;
    /** See `accounts/session-origin.ts`. */
    mark: string;
    seen_at: string;
  };
  mails: {
    id: string;
    /** What it tells of. There is one message for each. */
    event: string;
    /** The address; null once the message ended. */
    recipient: string | null;
    /** Its texts; null once it ended. Links in it have a placeholder in place of their secret. */
    message_json: string | null;
    created_at: string;
    /** After which it is not sent any more. */
    expires_at: string;
    /** When it was sent or given up. */
    ended_at: string | null;
    /** Why it was given up; null if it was sent. */
    failure: string | null;
  };
  webhooks: {
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
  };
  webhook_deliveries: {
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
  };
}

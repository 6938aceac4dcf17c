// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { readNothing } from '../read-reply.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import { withKey } from '../with-key.ts';
import type { Webhook, WebhookDelivery } from './resources.ts';

export interface ListPublisherWebhooksArgs {
  readonly publisherId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListPublisherWebhooksReply {
  readonly webhooks: readonly Webhook[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the webhooks of a publisher: `GET /publishers/{publisherId}/webhooks`. */
export const listPublisherWebhooks = (
  client: Client,
  args: ListPublisherWebhooksArgs,
  options?: RequestOptions,
): Promise<ListPublisherWebhooksReply> =>
  request(client, 'GET', '/publishers/{publisherId}/webhooks', args, options);

export interface CreatePublisherWebhookArgs {
  readonly publisherId: string;
  readonly body: {
    /** Where events are sent, by POST: an https URL on the public internet */
    readonly url: string;
    /** What it is for */
    readonly description?: string | undefined;
    /** The events it receives; all when absent */
    readonly events?:
      | readonly (
          | 'node.created'
          | 'node.updated'
          | 'node.deleted'
          | 'node.transferred'
          | 'node.renamed'
          | 'node.quotas-set'
          | 'node.replicated'
          | 'version.published'
          | 'version.republished'
          | 'version.expired'
          | 'version.checked'
          | 'version.check-asked-again'
          | 'version.updated'
          | 'version.moderated'
          | 'version.deleted'
          | 'version.replicated'
          | 'package.stored'
          | 'package.replicated'
          | 'package.refused'
          | 'app-nodes.stored'
          | 'app-nodes.extracted'
          | 'app-nodes.given-up'
          | 'app-nodes.asked-again'
          | 'app-node.updated'
          | 'publisher.created'
          | 'publisher.updated'
          | 'publisher.replicated'
          | 'publisher.moderated'
          | 'publisher.quotas-set'
          | 'publisher.deleted'
          | 'member.invited'
          | 'invitation.revoked'
          | 'invitation.declined'
          | 'member.added'
          | 'member.removed'
          | 'token.created'
          | 'token.revoked'
          | 'trusted-publisher.created'
          | 'trusted-publisher.updated'
          | 'trusted-publisher.deleted'
          | 'webhook.created'
          | 'webhook.updated'
          | 'webhook.secret-rotated'
          | 'webhook.deleted'
        )[]
      | undefined;
  };
}

/** Make a webhook for events of a publisher; its secret is shown this once: `POST /publishers/{publisherId}/webhooks`. */
export const createPublisherWebhook = (
  client: Client,
  args: CreatePublisherWebhookArgs,
  options?: RequestOptions,
): Promise<Webhook> =>
  request(withKey(client), 'POST', '/publishers/{publisherId}/webhooks', args, options, true);

export interface ListRegistryWebhooksArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
}

export interface ListRegistryWebhooksReply {
  readonly webhooks: readonly Webhook[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the webhooks of moderators: `GET /admin/webhooks`. */
export const listRegistryWebhooks = (
  client: Client,
  args: ListRegistryWebhooksArgs = {},
  options?: RequestOptions,
): Promise<ListRegistryWebhooksReply> => request(client, 'GET', '/admin/webhooks', args, options);

export interface CreateRegistryWebhookArgs {
  readonly body: {
    /** Where events are sent, by POST: an https URL on the public internet */
    readonly url: string;
    /** What it is for */
    readonly description?: string | undefined;
    /** The events it receives; all when absent */
    readonly events?:
      | readonly (
          | 'node.created'
          | 'node.updated'
          | 'node.deleted'
          | 'node.transferred'
          | 'node.renamed'
          | 'node.quotas-set'
          | 'node.repaired'
          | 'node.replicated'
          | 'node.reviewed'
          | 'version.published'
          | 'version.republished'
          | 'version.expired'
          | 'version.checked'
          | 'version.check-asked-again'
          | 'version.updated'
          | 'version.moderated'
          | 'version.deleted'
          | 'version.replicated'
          | 'package.stored'
          | 'package.replicated'
          | 'package.refused'
          | 'app-nodes.stored'
          | 'app-nodes.extracted'
          | 'app-nodes.given-up'
          | 'app-nodes.asked-again'
          | 'app-node.updated'
          | 'publisher.created'
          | 'publisher.updated'
          | 'publisher.replicated'
          | 'publisher.moderated'
          | 'publisher.quotas-set'
          | 'publisher.deleted'
          | 'member.invited'
          | 'invitation.revoked'
          | 'invitation.declined'
          | 'member.added'
          | 'member.removed'
          | 'token.created'
          | 'token.revoked'
          | 'trusted-publisher.created'
          | 'trusted-publisher.updated'
          | 'trusted-publisher.deleted'
          | 'webhook.created'
          | 'webhook.updated'
          | 'webhook.secret-rotated'
          | 'webhook.deleted'
          | 'user.created'
          | 'user.moderated'
          | 'user.quotas-set'
          | 'user.password-reset'
          | 'user.password-reset-requested'
          | 'user.password-changed'
          | 'user.email-verified'
          | 'user.email-lapsed'
          | 'user.password-breached'
          | 'user.email-change-requested'
          | 'user.email-changed'
          | 'user.identity-linked'
          | 'user.identity-unlinked'
          | 'user.deleted'
          | 'user.factor-added'
          | 'user.factor-removed'
          | 'user.recovery-codes-renewed'
          | 'user.recovery-code-used'
          | 'user.sessions-ended'
          | 'job.retried'
          | 'job.dropped'
          | 'report.sent'
          | 'report.answered'
          | 'proposal.made'
          | 'proposal.approved'
          | 'proposal.rejected'
          | 'moderator-token.created'
        )[]
      | undefined;
  };
}

/** Make a webhook for events of the whole registry; its secret is shown this once: `POST /admin/webhooks`. */
export const createRegistryWebhook = (
  client: Client,
  args: CreateRegistryWebhookArgs,
  options?: RequestOptions,
): Promise<Webhook> => request(withKey(client), 'POST', '/admin/webhooks', args, options, true);

export interface GetWebhookArgs {
  readonly webhookId: string;
}

/** Get a webhook: `GET /webhooks/{webhookId}`. */
export const getWebhook = (
  client: Client,
  args: GetWebhookArgs,
  options?: RequestOptions,
): Promise<Webhook> => request(client, 'GET', '/webhooks/{webhookId}', args, options);

export interface UpdateWebhookArgs {
  readonly webhookId: string;
  /** Only the keys present change; null clears a key */
  readonly body: {
    /** Where events are sent, by POST: an https URL on the public internet */
    readonly url?: string | undefined;
    /** What it is for */
    readonly description?: string | null | undefined;
    /** The events it receives; all when absent */
    readonly events?:
      | readonly (
          | 'node.created'
          | 'node.updated'
          | 'node.deleted'
          | 'node.transferred'
          | 'node.renamed'
          | 'node.quotas-set'
          | 'node.repaired'
          | 'node.replicated'
          | 'node.reviewed'
          | 'version.published'
          | 'version.republished'
          | 'version.expired'
          | 'version.checked'
          | 'version.check-asked-again'
          | 'version.updated'
          | 'version.moderated'
          | 'version.deleted'
          | 'version.replicated'
          | 'package.stored'
          | 'package.replicated'
          | 'package.refused'
          | 'app-nodes.stored'
          | 'app-nodes.extracted'
          | 'app-nodes.given-up'
          | 'app-nodes.asked-again'
          | 'app-node.updated'
          | 'publisher.created'
          | 'publisher.updated'
          | 'publisher.replicated'
          | 'publisher.moderated'
          | 'publisher.quotas-set'
          | 'publisher.deleted'
          | 'member.invited'
          | 'invitation.revoked'
          | 'invitation.declined'
          | 'member.added'
          | 'member.removed'
          | 'token.created'
          | 'token.revoked'
          | 'trusted-publisher.created'
          | 'trusted-publisher.updated'
          | 'trusted-publisher.deleted'
          | 'webhook.created'
          | 'webhook.updated'
          | 'webhook.secret-rotated'
          | 'webhook.deleted'
          | 'user.created'
          | 'user.moderated'
          | 'user.quotas-set'
          | 'user.password-reset'
          | 'user.password-reset-requested'
          | 'user.password-changed'
          | 'user.email-verified'
          | 'user.email-lapsed'
          | 'user.password-breached'
          | 'user.email-change-requested'
          | 'user.email-changed'
          | 'user.identity-linked'
          | 'user.identity-unlinked'
          | 'user.deleted'
          | 'user.factor-added'
          | 'user.factor-removed'
          | 'user.recovery-codes-renewed'
          | 'user.recovery-code-used'
          | 'user.sessions-ended'
          | 'job.retried'
          | 'job.dropped'
          | 'report.sent'
          | 'report.answered'
          | 'proposal.made'
          | 'proposal.approved'
          | 'proposal.rejected'
          | 'moderator-token.created'
        )[]
      | null
      | undefined;
    /** Whether events are sent */
    readonly enabled?: boolean | undefined;
  };
}

/** Change a webhook, or turn it on or off; what happens while it is off is not sent: `PUT /webhooks/{webhookId}`. */
export const updateWebhook = (
  client: Client,
  args: UpdateWebhookArgs,
  options?: RequestOptions,
): Promise<Webhook> => request(client, 'PUT', '/webhooks/{webhookId}', args, options);

export interface DeleteWebhookArgs {
  readonly webhookId: string;
  /** Why; a moderator who is no owner must say it */
  readonly reason?: string | undefined;
}

/** Delete a webhook with its deliveries: `DELETE /webhooks/{webhookId}`. */
export const deleteWebhook = (
  client: Client,
  args: DeleteWebhookArgs,
  options?: RequestOptions,
): Promise<undefined> => request(client, 'DELETE', '/webhooks/{webhookId}', args, options, true, readNothing);

export interface RotateWebhookSecretArgs {
  readonly webhookId: string;
}

/** Give a webhook a new secret; deliveries are signed with both for 24 hours: `POST /webhooks/{webhookId}/secret`. */
export const rotateWebhookSecret = (
  client: Client,
  args: RotateWebhookSecretArgs,
  options?: RequestOptions,
): Promise<Webhook> => request(withKey(client), 'POST', '/webhooks/{webhookId}/secret', args, options, true);

export interface TestWebhookArgs {
  readonly webhookId: string;
}

/** Send a test event now, once, and say what the receiver answered: `POST /webhooks/{webhookId}/test`. */
export const testWebhook = (
  client: Client,
  args: TestWebhookArgs,
  options?: RequestOptions,
): Promise<WebhookDelivery> =>
  request(withKey(client), 'POST', '/webhooks/{webhookId}/test', args, options, true);

export interface ListWebhookDeliveriesArgs {
  readonly webhookId: string;
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 100 serves 100 */
  readonly limit?: number | undefined;
  /** Only deliveries in this state */
  readonly status?: 'waiting' | 'delivered' | 'failed' | undefined;
}

export interface ListWebhookDeliveriesReply {
  readonly deliveries: readonly WebhookDelivery[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the deliveries of a webhook, the newest first: `GET /webhooks/{webhookId}/deliveries`. */
export const listWebhookDeliveries = (
  client: Client,
  args: ListWebhookDeliveriesArgs,
  options?: RequestOptions,
): Promise<ListWebhookDeliveriesReply> =>
  request(client, 'GET', '/webhooks/{webhookId}/deliveries', args, options);

export interface ReplayWebhookDeliveryArgs {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** Deliver an event again, with all its attempts: `POST /webhooks/{webhookId}/deliveries/{deliveryId}/replay`. */
export const replayWebhookDelivery = (
  client: Client,
  args: ReplayWebhookDeliveryArgs,
  options?: RequestOptions,
): Promise<WebhookDelivery> =>
  request(
    withKey(client),
    'POST',
    '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    args,
    options,
    true,
  );

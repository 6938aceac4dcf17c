import { Type } from 'typebox';
import { type ChangeKind, changeKinds, isChangeKind } from '../changes.ts';
import { limits } from '../limits.ts';
import { patterns } from '../text-rules.ts';
import { Name, OwnWords, PublisherId, Timestamp } from '../text.ts';
import { Change, PublisherChange } from './change.ts';

/** Every kind of change, each of which is an event of the webhooks of moderators. */
export const registryEvents: readonly ChangeKind[] = Object.keys(changeKinds).filter(isChangeKind);

/** The kinds of changes that members of a publisher may see: the events of its webhooks. */
export const publisherEvents: readonly ChangeKind[] = registryEvents.filter(
  (kind) => changeKinds[kind].audience !== 'moderators',
);

/** The event of a test delivery, which is about no change. */
export const webhookTestEvent = 'webhook.test';

const Events = (events: readonly ChangeKind[]) =>
  Type.Array(Type.Enum([...events]), {
    minItems: 1,
    maxItems: registryEvents.length,
    uniqueItems: true,
    description: 'The events it receives; all when absent',
  });

const url = Type.String({
  minLength: 1,
  maxLength: limits.urlCharsMax,
  pattern: patterns.url.pattern,
  description: 'Where events are sent, by POST: an https URL on the public internet',
});

const description = Name(limits.nameCharsMax, 'What it is for');

/** The input for creating a webhook of a publisher. */
export const PublisherWebhookRequest = Type.Object({
  url,
  description: Type.Optional(description),
  events: Type.Optional(Events(publisherEvents)),
});

/** The input for creating a webhook of moderators, and what can be changed of any. */
export const RegistryWebhookRequest = Type.Object({
  url,
  description: Type.Optional(description),
  events: Type.Optional(Events(registryEvents)),
});
export type WebhookRequest = Type.Static<typeof RegistryWebhookRequest>;

export const Webhook = Type.Object({
  id: Type.String(),
  publisher_id: Type.Optional({
    ...PublisherId,
    description: 'Whose events it receives; if absent, those of the whole registry',
  }),
  ...RegistryWebhookRequest.properties,
  enabled: Type.Boolean({ description: 'Whether events are sent' }),
  disabled_reason: Type.Optional(OwnWords('Why it is turned off')),
  failing_since: Type.Optional(Timestamp('Since when every attempt has failed')),
  waiting: Type.Integer({ description: 'Events that wait for their delivery' }),
  secret: Type.Optional(
    Type.String({ description: 'Signs the deliveries; only in the response that creates it' }),
  ),
  previous_secret_until: Type.Optional(
    Timestamp('Until when deliveries are signed with the secret before as well'),
  ),
  maker: Type.Object(
    { id: Type.String(), name: Type.String() },
    { description: 'Who created it or last turned it on; it is turned off when their right ends' },
  ),
  created_at: Timestamp('Creation time'),
});
export type Webhook = Type.Static<typeof Webhook>;

/** Waiting: it is attempted, again if need be. Delivered: the receiver answered with 2xx. Failed: it is given up. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const WebhookDelivery = Type.Object({
  id: Type.String({ description: 'The `webhook-id` of all its attempts' }),
  event: OwnWords(`A kind of change, or \`${webhookTestEvent}\``),
  seq: Type.Optional(Type.Integer({ description: 'The number of its change in the log; a test has none' })),
  status: Type.Enum([...deliveryStatuses]),
  attempts: Type.Integer({ description: 'How often it was attempted' }),
  next_attempt_at: Type.Optional(Timestamp('When it is attempted next, while it waits')),
  last_attempt_at: Type.Optional(Timestamp('When it was attempted last')),
  duration_ms: Type.Optional(Type.Integer({ description: 'How long the last attempt took' })),
  response_status: Type.Optional(Type.Integer({ description: 'The HTTP status of the last answer' })),
  response_excerpt: Type.Optional(Type.String({ description: 'The beginning of the last answer' })),
  error: Type.Optional(OwnWords('How the last attempt failed')),
  created_at: Timestamp('When the event was found in the log'),
});
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>;

const event = {
  type: OwnWords('The event'),
  timestamp: Timestamp('When the change was committed'),
};

/** The body of a delivery to a webhook of a publisher: a change as its members see it. */
export const PublisherEvent = Type.Object({ ...event, data: PublisherChange });

/** The body of a delivery to a webhook of moderators. */
export const RegistryEvent = Type.Object({ ...event, data: Change });

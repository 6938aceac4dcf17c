import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { WebhookDelivery } from '../../resources/webhook.ts';
import { page, paged } from '../paging.ts';

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  tag: 'webhooks',
  summary: 'List the deliveries of a webhook, the newest first',
  auth: 'bearer',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    status: Type.Optional({
      ...WebhookDelivery.properties.status,
      description: 'Only deliveries in this state',
    }),
  }),
  reply: { status: 200, description: 'The deliveries', body: paged('deliveries', WebhookDelivery) },
  errors: ['forbidden', 'not_found'],
});

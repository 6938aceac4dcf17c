import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Webhook } from '../../resources/webhook.ts';
import { page, paged } from '../paging.ts';

export const listPublisherWebhooks = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/webhooks',
  tag: 'webhooks',
  summary: 'List the webhooks of a publisher',
  auth: 'bearer',
  query: Type.Object(page(limits.pageSizeMax)),
  reply: { status: 200, description: 'The webhooks', body: paged('webhooks', Webhook) },
  errors: ['forbidden', 'publisher_not_found'],
});

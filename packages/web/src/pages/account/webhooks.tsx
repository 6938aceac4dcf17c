import { createPublisherWebhook, listPublisherWebhooks } from '@patchbay/client';
import { limits, publisherEvents } from '@patchbay/contract';
import { AccountNav } from '../../components/account-nav.tsx';
import { webhookPages } from '../webhooks/webhook-pages.tsx';
import { loadPublisher } from './load-publisher.ts';

/** The webhooks of a publisher, for its owners. */
export const publisherWebhooks = webhookPages({
  path: '/account/publishers/:publisherId/webhooks',
  lead: 'A webhook tells another program what happens to your publisher and its nodes.',
  events: publisherEvents,
  nav: async (visit) => {
    const { publisher, isOwner } = await loadPublisher(visit);
    return <AccountNav publisher={{ id: publisher.id, isOwner }} />;
  },
  list: async ({ client, params: { publisherId = '' } }) =>
    (await listPublisherWebhooks(client, { publisherId, limit: limits.pageSizeMax })).webhooks,
  create: ({ client, params: { publisherId = '' } }, body) =>
    createPublisherWebhook(client, {
      publisherId,
      body: body as Parameters<typeof createPublisherWebhook>[1]['body'],
    }),
});

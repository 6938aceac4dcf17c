import { createRegistryWebhook, listRegistryWebhooks } from '@patchbay/client';
import { limits, registryEvents } from '@patchbay/contract';
import { ModerateNav } from '../../components/moderate-nav.tsx';
import { webhookPages } from '../webhooks/webhook-pages.tsx';

/** The webhooks of moderators. */
export const registryWebhooks = webhookPages({
  path: '/moderate/webhooks',
  lead: 'A webhook tells another program what happens in the whole registry, as moderators see it.',
  events: registryEvents,
  nav: () => Promise.resolve(<ModerateNav />),
  list: async ({ client }) => (await listRegistryWebhooks(client, { limit: limits.pageSizeMax })).webhooks,
  create: ({ client }, body) => createRegistryWebhook(client, { body }),
});

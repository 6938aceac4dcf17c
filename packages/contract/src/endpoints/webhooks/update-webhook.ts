import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { patchProperties } from '../../patch.ts';
import { RegistryWebhookRequest, Webhook } from '../../resources/webhook.ts';

const { url, ...clearable } = RegistryWebhookRequest.properties;

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Change a webhook, or turn it on or off; what happens while it is off is not sent',
  auth: 'bearer',
  recentSignIn: true,
  body: Type.Object(
    {
      url: Type.Optional(url),
      ...patchProperties(Type.Object(clearable)),
      enabled: Type.Optional(Webhook.properties.enabled),
    },
    { description: 'Only the keys present change; null clears a key' },
  ),
  reply: { status: 200, description: 'The webhook', body: Webhook },
  errors: ['forbidden', 'publisher_banned', 'not_found'],
});

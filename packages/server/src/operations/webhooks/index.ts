import type { OperationsOf } from '../operation.ts';
import { createPublisherWebhook } from './create-publisher-webhook.ts';
import { createRegistryWebhook } from './create-registry-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { listPublisherWebhooks } from './list-publisher-webhooks.ts';
import { listRegistryWebhooks } from './list-registry-webhooks.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export const webhooks: OperationsOf<'webhooks'> = {
  listPublisherWebhooks,
  createPublisherWebhook,
  listRegistryWebhooks,
  createRegistryWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
};

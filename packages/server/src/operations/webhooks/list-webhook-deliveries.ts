import type { Endpoints } from '@patchbay/contract';
import { permittedWebhook } from '../../authorization/webhook.ts';
import { presentPage } from '../../present/page.ts';
import { presentDelivery } from '../../present/webhook.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findDeliveries } from '../../store/rows/webhook-deliveries.ts';
import type { Operation } from '../operation.ts';

export const listWebhookDeliveries: Operation<Endpoints['listWebhookDeliveries']> = async (
  { store: { read } },
  { actor, params, query },
) => {
  const { id: webhookId } = await permittedWebhook(read, actor, params.webhookId);
  const asked = pageOf(query);
  const page = await findDeliveries(read, { webhookId, status: query.status }, asked);
  return presentPage('deliveries', page, presentDelivery);
};

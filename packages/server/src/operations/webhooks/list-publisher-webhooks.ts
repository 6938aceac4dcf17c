import type { Endpoints } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findWebhooks } from '../../store/rows/webhooks.ts';
import type { Operation } from '../operation.ts';

export const listPublisherWebhooks: Operation<Endpoints['listPublisherWebhooks']> = async (
  { store: { read }, now },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'webhooks.manage', params.publisherId);
  const asked = pageOf(query);
  return presentPage('webhooks', await findWebhooks(read, id, asked), (webhook) =>
    presentWebhook(webhook, now()),
  );
};

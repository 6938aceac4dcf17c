import type { Endpoints } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findWebhooks } from '../../store/rows/webhooks.ts';
import type { Operation } from '../operation.ts';

export const listRegistryWebhooks: Operation<Endpoints['listRegistryWebhooks']> = async (
  { store: { read }, now },
  { actor, query },
) => {
  demand(actor, 'moderate');
  const asked = pageOf(query);
  return presentPage('webhooks', await findWebhooks(read, null, asked), (webhook) =>
    presentWebhook(webhook, now()),
  );
};

import type { Endpoints } from '@patchbay/contract';
import { permittedWebhook } from '../../authorization/webhook.ts';
import { presentWebhook } from '../../present/webhook.ts';
import type { Operation } from '../operation.ts';

export const getWebhook: Operation<Endpoints['getWebhook']> = async (
  { store: { read }, now },
  { actor, params },
) => presentWebhook(await permittedWebhook(read, actor, params.webhookId), now());

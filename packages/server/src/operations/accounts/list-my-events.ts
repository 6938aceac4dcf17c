import { type Endpoints, limits } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { presentAccountEvents } from '../../present/account-events.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';

const { auditPageSizeMax: max } = limits;

export const listMyEvents: Operation<Endpoints['listMyEvents']> = async (
  { store, failedSignIns },
  { actor, query },
) => {
  const { userId } = requireUser(actor);
  const { limit } = pageOf(query, { fallback: max, max });
  const before = query.before === undefined ? undefined : new Date(query.before).toISOString();
  await failedSignIns.flush();
  const { events, next } = await presentAccountEvents(store.read, userId, { before, limit });
  return { events, ...(next === undefined ? {} : { next }) };
};

import { type Endpoints, limits } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { findChanges } from '../../store/log/changes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';

const { changesPageSizeDefault: fallback, changesPageSizeMax: max } = limits;

/** The log of changes after a number, oldest first. */
export const listChanges: Operation<Endpoints['listChanges']> = async ({ store }, { actor, query }) => {
  demand(actor, 'moderate');
  const { after = 0, subject } = query;
  const { limit } = pageOf(query, { fallback, max });
  return { changes: await findChanges(store.read, { after, limit, subject }) };
};

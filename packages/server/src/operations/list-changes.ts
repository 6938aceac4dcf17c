import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demand } from '../guards/publisher.ts';
import { findChanges } from '../store/changes.ts';

const pageSizeDefault = 100;

/** The log of changes after a number, oldest first. */
export const listChanges: Operation<Endpoints['listChanges']> = async ({ store }, { actor, query }) => {
  demand(actor, 'moderate');
  const { after = 0, limit = pageSizeDefault, subject } = query;
  return { changes: await findChanges(store.read, { after, limit, subject }) };
};

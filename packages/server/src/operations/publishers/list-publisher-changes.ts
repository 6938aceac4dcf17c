import { type Endpoints, limits } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentPublisherChanges } from '../../present/publisher-changes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findPublisherChanges } from '../../store/log/publisher-changes.ts';
import type { Operation } from '../operation.ts';

const { auditPageSizeMax: max } = limits;

/** The changes of a publisher, newest first. */
export const listPublisherChanges: Operation<Endpoints['listPublisherChanges']> = async (
  { store: { read } },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'history.read', params.publisherId);
  const { limit } = pageOf(query, { fallback: max, max });
  const { changes, next } = await findPublisherChanges(read, id, { before: query.before, limit });
  return {
    changes: await presentPublisherChanges(read, id, changes),
    ...(next === undefined ? {} : { next }),
  };
};

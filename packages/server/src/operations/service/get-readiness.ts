import type { Endpoints } from '@patchbay/contract';
import { unavailable } from '../../errors.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Asks the database and the package store; `unavailable` when either does not answer. */
export const getReadiness: Operation<Endpoints['getReadiness']> = async ({ store, blobs }) => {
  try {
    // A replica that answers is not enough: without the database itself nothing can be written.
    await Promise.all([findPublisher(store.engine.reader, 'readiness'), blobs.check()]);
  } catch (error) {
    throw unavailable(error);
  }
  return { status: 'ready' };
};

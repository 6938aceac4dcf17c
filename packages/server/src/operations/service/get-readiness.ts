import type { Endpoints } from '@patchbay/contract';
import { unavailable } from '../../errors.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Checks the database and the package store. Throws `unavailable` if either does not respond. */
export const getReadiness: Operation<Endpoints['getReadiness']> = async ({ store, blobs }) => {
  try {
    // A replica is not enough: writes need the primary.
    await Promise.all([findPublisher(store.engine.reader, 'readiness'), blobs.check()]);
  } catch (error) {
    throw unavailable(error);
  }
  return { status: 'ready' };
};

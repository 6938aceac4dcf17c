import type { Endpoints } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { unavailable } from '../../errors.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** By package store, which each server has one of: the look that is under way. */
const looks = new WeakMap<Context['blobs'], Promise<unknown>>();

/**
 * Checks the database and the package store; all who ask meanwhile share the look. Throws `unavailable` if either does
 * not respond.
 */
export const getReadiness: Operation<Endpoints['getReadiness']> = async ({ store, blobs }) => {
  try {
    const look =
      looks.get(blobs) ??
      // A replica is not enough: writes need the primary.
      Promise.all([findPublisher(store.engine.reader, 'readiness'), blobs.check()]).finally(() =>
        looks.delete(blobs),
      );
    looks.set(blobs, look);
    await look;
  } catch (error) {
    throw unavailable(error);
  }
  return { status: 'ready' };
};

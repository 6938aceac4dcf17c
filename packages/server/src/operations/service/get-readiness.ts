import type { Endpoints } from '@patchbay/contract';
import { requireStorage } from '../../packages/storage-health.ts';
import { unavailable } from '../../errors.ts';
import type { Operation } from '../operation.ts';

/** Throws `unavailable` if the database or the package store does not respond. */
export const getReadiness: Operation<Endpoints['getReadiness']> = async (context) => {
  try {
    await requireStorage(context);
  } catch (error) {
    throw unavailable(error);
  }
  return { status: 'ready' };
};

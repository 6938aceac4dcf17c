import type { Endpoints } from '@patchbay/contract';
import { requireStorage } from '../../packages/storage-health.ts';
import { unavailable } from '../../errors.ts';
import { freeBytes } from '../../free-bytes.ts';
import type { Operation } from '../operation.ts';

/** The database fails to write before the last byte is taken. */
const fullBytes = 2 ** 20;

/** Throws `unavailable` if the database or the package store does not respond. */
export const getReadiness: Operation<Endpoints['getReadiness']> = async (context) => {
  try {
    await requireStorage(context);
  } catch (error) {
    throw unavailable(error);
  }
  const isFull = (await freeBytes(context.config.DATA_DIR)) < fullBytes;
  return {
    status: 'ready',
    disk: isFull ? 'full' : 'ok',
    readers: (await context.readers.isIsolated) ? 'isolated' : 'best-effort',
  };
};

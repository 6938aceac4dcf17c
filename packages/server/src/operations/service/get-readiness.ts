import type { Endpoints } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { requireStorage } from '../../packages/storage-health.ts';
import { unavailable } from '../../errors.ts';
import { freeBytes } from '../../free-bytes.ts';
import { presentSource } from '../../present/source.ts';
import type { Operation } from '../operation.ts';

/** The database fails to write before the last byte is taken. */
const fullBytes = 2 ** 20;

/** Throws `unavailable` if the database or the package store does not respond. */
export const getReadiness: Operation<Endpoints['getReadiness']> = async (context) => {
  const isFull = await lookAtAll(context).catch((error: unknown) => {
    throw unavailable(error);
  });
  // A source that is away leaves all that came from it, so it makes nothing unready.
  const source = await context.replication?.state();
  return {
    status: 'ready',
    disk: isFull ? 'full' : 'ok',
    ...(source && { source: presentSource(source, context.now()) }),
    readers: (await context.readers.isIsolated) ? 'isolated' : 'best-effort',
  };
};

/** Whether the disk is full. Rejects unless everything answers in time. */
const lookAtAll = async (context: Context): Promise<boolean> => {
  const [free] = await Promise.all([freeBytes(context.config.DATA_DIR), requireStorage(context)]);
  return free < fullBytes;
};

import type { Endpoints } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { requireStorage } from '../../packages/storage-health.ts';
import { unavailable } from '../../errors.ts';
import { freeBytes } from '../../free-bytes.ts';
import { presentSource } from '../../present/source.ts';
import type { SourceState } from '../../replication/package-source.ts';
import type { Operation } from '../operation.ts';

/** The database fails to write before the last byte is taken. */
const fullBytes = 2 ** 20;

/** Throws `unavailable` if the database or the package store does not respond. */
export const getReadiness: Operation<Endpoints['getReadiness']> = async (context) => {
  const { isFull, source } = await lookAtAll(context).catch((error: unknown) => {
    throw unavailable(error);
  });
  return {
    status: 'ready',
    disk: isFull ? 'full' : 'ok',
    ...(source && { source: presentSource(source, context.now()) }),
    readers: (await context.readers.isIsolated) ? 'isolated' : 'best-effort',
  };
};

/** Rejects unless everything answers in time. A source that is away makes nothing unready: what came from it stays. */
const lookAtAll = async (context: Context): Promise<{ isFull: boolean; source: SourceState | undefined }> => {
  const [free, source] = await Promise.all([
    freeBytes(context.config.DATA_DIR),
    context.replication?.state(),
    requireStorage(context),
  ]);
  return { isFull: free < fullBytes, source };
};

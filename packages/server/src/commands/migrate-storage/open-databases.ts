import type { Engine } from '../../store/engine.ts';
import { openEngine } from '../../store/engines/open-engine.ts';
import { findMissingSteps, migrate } from '../../store/migrations/index.ts';
import { UsageError } from '../exit-on-failure.ts';

/**
 * The source database, which must be up to date, and the target database, which is migrated. Throws UsageError if
 * either cannot be used.
 */
export const openDatabases = async (
  from: string,
  to: string,
): Promise<{ source: Engine; target: Engine } & AsyncDisposable> => {
  const source = openEngine(from, { connections: 1 });
  const target = openEngine(to, { connections: 1 });
  const close = async () => void (await Promise.all([source.close(), target.close()]));
  try {
    await reached('--from', source, async () => {
      const missing = await findMissingSteps(source);
      if (missing.length === 0) return;
      throw new UsageError(
        `The database at --from has no registry of this version: it lacks ${missing.join(', ')}.`,
      );
    });
    await reached('--to', target, () => migrate(target));
    return { source, target, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
};

const reached = async (flag: string, engine: Engine, use: () => Promise<unknown>): Promise<void> => {
  try {
    await use();
  } catch (error) {
    if (!engine.isUnavailable(error)) throw error;
    const { message, cause } = error as Error;
    throw new UsageError(`${flag} cannot be reached: ${cause instanceof Error ? cause.message : message}.`);
  }
};

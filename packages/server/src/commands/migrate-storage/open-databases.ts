import { databaseError, openError } from '../../open-database.ts';
import type { Engine } from '../../store/engine.ts';
import { openEngine } from '../../store/engines/open-engine.ts';
import { findMissingSteps, migrate } from '../../store/migrations/index.ts';
import { UsageError } from '../exit-on-failure.ts';

/**
 * The source database, which must be up to date, and the target database, which is migrated. Throws OperatorError if
 * either cannot be used.
 */
export const openDatabases = async (
  from: string,
  to: string,
): Promise<{ source: Engine; target: Engine } & AsyncDisposable> => {
  const source = open('--from', from);
  const target = open('--to', to);
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

const open = (flag: string, url: string): Engine => {
  try {
    return openEngine(url, { connections: 1 });
  } catch (error) {
    throw openError(error, flag);
  }
};

const reached = async (flag: string, engine: Engine, use: () => Promise<unknown>): Promise<void> => {
  try {
    await use();
  } catch (error) {
    throw databaseError(engine, error, flag);
  }
};

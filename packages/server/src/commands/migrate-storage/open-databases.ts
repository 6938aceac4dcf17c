import { dirname } from 'node:path';
import { holdDatabase } from '../../hold-database.ts';
import { databaseError, openError, requireDatabase } from '../../open-database.ts';
import { makeFolder, privateModes } from '../../private-files.ts';
import type { Engine } from '../../store/engine.ts';
import { openEngine } from '../../store/engines/open-engine.ts';
import { findMissingSteps, migrate } from '../../store/migrations/index.ts';
import { sqlitePathOf } from '../../store/sqlite-path.ts';
import { UsageError } from '../exit-on-failure.ts';

/**
 * The source database, which must be up to date, and the target database, which is migrated. Throws OperatorError if
 * either cannot be used.
 */
export const openDatabases = async (
  from: string,
  to: string,
): Promise<{ source: Engine; target: Engine } & AsyncDisposable> => {
  await using opened = new AsyncDisposableStack();
  const open = (flag: string, url: string): Engine =>
    opened.adopt(openNamed(flag, url), (engine) => engine.close());
  requireDatabase(from, '--from');
  const source = open('--from', from);
  await reached('--from', source, async () => {
    const missing = await findMissingSteps(source);
    if (missing.length === 0) return;
    throw new UsageError(
      `The database at --from has no registry of this version: it lacks ${missing.join(', ')}.`,
    );
  });
  makeFolderOf(to);
  opened.use(holdDatabase(to, '--to'));
  const target = open('--to', to);
  await reached('--to', target, () => migrate(target, { isMoving: true }));
  const kept = opened.move();
  return { source, target, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};

/** For a database of SQLite. */
const makeFolderOf = (url: string): void => {
  const path = sqlitePathOf(url);
  try {
    if (path !== undefined) makeFolder(dirname(path), privateModes.folder);
  } catch (error) {
    throw openError(error, '--to');
  }
};

const openNamed = (flag: string, url: string): Engine => {
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

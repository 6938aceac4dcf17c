import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config.ts';
import { makePrivateFile } from './private-files.ts';
import { requireDatabaseFile, sqlitePathOf } from './store/sqlite-path.ts';

/** For a server that is about to end. */
const waitMs = 3_000;

/** Referenced for as long as they are held. */
const held = new Set<DatabaseSync>();

/**
 * Keeps every other server off a database of SQLite, until it is disposed of or this process ends: the system holds the
 * lock, so one that is killed leaves none. The processes of one server share it, and some commands may run beside it.
 * Throws ConfigError, which names the setting.
 */
export const holdDatabase = (url: string, setting = 'DATABASE_URL'): Disposable => {
  const path = sqlitePathOf(url);
  if (path === undefined) return { [Symbol.dispose]: () => undefined };
  try {
    requireDatabaseFile(path);
    makePrivateFile(`${path}.lock`);
  } catch (cause) {
    throw new ConfigError(`${setting} cannot be opened: ${(cause as Error).message}.`, { cause });
  }
  const lock = new DatabaseSync(`${path}.lock`, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new ConfigError(
      `${setting}: another server uses ${path}. End it first; WORKERS sets the number of processes of one server.`,
      { cause },
    );
  }
  held.add(lock);
  return {
    [Symbol.dispose]() {
      held.delete(lock);
      lock.close();
    },
  };
};

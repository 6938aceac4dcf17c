import { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError } from './config.ts';
import { makePrivateFile } from './private-files.ts';

/** For a server that is about to end. */
const waitMs = 3_000;
const scheme = 'sqlite:';

/** Referenced for as long as the process lives. */
const held = new Set<DatabaseSync>();

/**
 * Keeps a second server off a database of SQLite, until this process ends: the system holds the lock, so one that is
 * killed leaves none. The processes of one server share it, and commands may run beside it. Throws ConfigError.
 */
export const holdDatabase = ({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): void => {
  if (!DATABASE_URL.startsWith(scheme)) return;
  const path = DATABASE_URL.slice(scheme.length);
  try {
    makePrivateFile(`${path}.lock`);
  } catch (cause) {
    throw new ConfigError(`DATABASE_URL cannot be opened: ${(cause as Error).message}.`, { cause });
  }
  const lock = new DatabaseSync(`${path}.lock`, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new ConfigError(
      `DATABASE_URL: another server uses ${path}. End it first; WORKERS sets the number of processes of one server.`,
      { cause },
    );
  }
  held.add(lock);
};

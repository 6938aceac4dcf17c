import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigError, databaseIn, readConfig, requireSettings } from './config.ts';
import { DatabaseBusyError, isDiskFull, isStorageAway } from './errors.ts';
import type { Engine } from './store/engine.ts';
import { openEngine } from './store/engines/open-engine.ts';
import { refreshOldListings } from './store/listing/catalogue.ts';
import { refitPages } from './store/listing/pages.ts';
import { migrate } from './store/migrations/index.ts';
import { openStore } from './store/open-store.ts';
import { sqlitePathOf } from './store/sqlite-path.ts';
import type { Store } from './store/store.ts';

/** Two servers may be twice as far apart, and must still see each other's leases, of which 10 s are left at least. */
export const clockSkewSecondsMax = 4;

/** As `readConfig`, for a command that makes no registry: throws ConfigError, and creates nothing, if there is none. */
export const readConfigOfRegistry = (environment: NodeJS.ProcessEnv): Config => {
  const { DATABASE_URL: url, DATA_DIR } = requireSettings(environment);
  const folder = resolve(String(DATA_DIR));
  if (typeof url === 'string') requireDatabase(url, 'DATABASE_URL');
  else if (!existsSync(databaseIn(folder)))
    throw new ConfigError(`There is no registry in ${folder}. Check DATA_DIR.`);
  return readConfig(environment);
};

/** Throws ConfigError if there is no such file of SQLite, which opening it would create. */
export const requireDatabase = (url: string, setting: string): void => {
  const path = sqlitePathOf(url);
  if (path === undefined || existsSync(path)) return;
  throw new ConfigError(`There is no database at ${path}. Check ${setting}.`);
};

/** The configured database, without migrating it. */
export const openConfiguredEngine = (config: Config, onFailure?: (error: Error) => void): Engine => {
  const { DATABASE_CONNECTIONS: connections, DATABASE_REPLICA_URL: replicaUrl } = config;
  try {
    return openEngine(config.DATABASE_URL, { connections, replicaUrl, onFailure });
  } catch (error) {
    throw openError(error);
  }
};

/** The configured database, migrated. */
export const openConfiguredStore = async (
  config: Config,
  now: () => Date,
  onFailure?: (error: Error) => void,
  onMigrated: (step: string) => void = () => undefined,
): Promise<Store> => {
  const engine = openConfiguredEngine(config, onFailure);
  try {
    for (const step of await migrate(engine)) onMigrated(step);
    await requireWritable(engine);
    await requireSameTime(engine);
    await requireSameRegistry(engine);
    const store = openStore(engine, now, onFailure);
    await refreshOldListings(store);
    await refitPages(store);
    return store;
  } catch (error) {
    const named = databaseError(engine, error);
    await engine.close();
    throw named;
  }
};

/** A server that cannot write would look whole to those who read, and fail all others. */
const requireWritable = async ({ reader, writer }: Engine): Promise<void> => {
  const changesNothing = writer
    .transaction()
    .execute((tx) => tx.updateTable('changes').set({ subject: '' }).where('seq', '=', 0).execute());
  await changesNothing.catch(async (cause: unknown) => {
    // A database that is away answers no read either, and its user lacks no right.
    await reader.selectFrom('changes').select('seq').limit(1).execute();
    throw new ConfigError(
      `The database at DATABASE_URL cannot be written: ${(cause as Error).message}. Let its user write, or name another one.`,
      { cause },
    );
  });
};

/** What is read of another registry would be told as if it were of this one. */
const requireSameRegistry = async ({ reader, replica }: Engine): Promise<void> => {
  if (replica === reader) return;
  const [own, other] = await Promise.all(
    [reader, replica].map((read) =>
      read.selectFrom('changes').select(['at', 'subject']).where('seq', '=', 1).executeTakeFirst(),
    ),
  );
  // One that is new may be empty yet.
  if (own === undefined || other === undefined) return;
  if (own.at === other.at && own.subject === other.subject) return;
  throw new ConfigError(
    'DATABASE_REPLICA_URL holds another registry than DATABASE_URL. Name a replica of that database.',
  );
};

/** Leases, tokens and upload URLs end by either clock. */
const requireSameTime = async (engine: Engine): Promise<void> => {
  // The first answer may have waited for a connection, which is half as much of an error.
  const skews = [await engine.clockSkewMs(), await engine.clockSkewMs()].map(Math.abs);
  const seconds = Math.round(Math.min(...skews) / 1_000);
  if (seconds <= clockSkewSecondsMax) return;
  throw new ConfigError(
    `The clocks of this machine and of the database at DATABASE_URL differ by ${seconds} s, more than ${clockSkewSecondsMax}. Let both follow a time server.`,
  );
};

/**
 * Of a database that cannot be reached, opened or used, also where that is the cause of the error, an error that names its
 * setting; any other error as it is, and that of a full disk.
 */
export const databaseError = (engine: Engine, error: unknown, setting?: string): unknown =>
  isNamed(error) ? error : (findDatabaseFault(engine, error, setting) ?? openError(error, setting));

/** As `databaseError`, for a command that has folders of its own, whose failures are none of the database. */
export const openedDatabaseError = (engine: Engine, error: unknown, setting?: string): unknown =>
  isNamed(error) ? error : (findDatabaseFault(engine, error, setting) ?? error);

/** What is told already stays as it is. */
const isNamed = (error: unknown): boolean =>
  error instanceof Error && (isDiskFull(error) || error instanceof ConfigError || isNamed(error.cause));

const findDatabaseFault = (engine: Engine, error: unknown, setting?: string): ConfigError | undefined => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (engine.isUnavailable(one)) return awayError(one, setting);
    if (engine.isForbidden(one)) return forbiddenError(one, setting);
  }
  return undefined;
};

const forbiddenError = (cause: Error, setting = 'DATABASE_URL'): ConfigError =>
  new ConfigError(
    `${setting} cannot be used: ${cause.message}. Give its user the right, or name another one.`,
    { cause },
  );

const notADatabase = 26;

/** As `databaseError`, of a database that was not opened. */
export const openError = (error: unknown, setting = 'DATABASE_URL'): unknown => {
  const { message, syscall, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (syscall === undefined && errcode !== notADatabase) return error;
  return new ConfigError(`${setting} cannot be opened: ${message}.`, { cause: error });
};

const awayError = (error: unknown, setting = 'DATABASE_URL'): ConfigError => {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return new ConfigError(`${setting} cannot be reached: ${reason}.`, { cause: error });
};

/**
 * Of a database or a package store that is away, or to which the user lacks a right, an error that names its setting; any
 * other error as it is.
 */
export const storageError = (engine: Engine, error: unknown): unknown => {
  const fault = findDatabaseFault(engine, error);
  if (fault !== undefined) return fault;
  return isStorageAway(error) ? awayError(error, 'PACKAGES_URL') : error;
};

/** Whether an error, or one of its causes, says that the database or the package store is away. */
export const isAway = (error: unknown, { engine }: Store): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseBusyError) return false;
    if (isStorageAway(one) || engine.isUnavailable(one)) return true;
  }
  return false;
};

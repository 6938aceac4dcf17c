import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ending } from './ending.ts';
import { makeDatabase, postgresUrl, variables } from './postgres-database.ts';
import { currentVariant } from './variants.ts';

export type DataSettings = { DATA_DIR: string; DATABASE_URL?: string; HOST_PROFILE: string };

/** A folder, a database on the engine of the suite, and its profile. */
export interface TestData {
  /** The settings by which a server or a command uses them. */
  environment: DataSettings;
  remove(): Promise<void>;
}

/** Data of the test's own. Its database is migrated where the run was set up, unless it is to be empty. */
export const makeData = async ({ isEmpty = false } = {}): Promise<TestData> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'));
  const migrated = process.env[variables.sqliteTemplate];
  if (currentVariant().engine === 'sqlite' && !isEmpty && migrated !== undefined) {
    await copyFile(migrated, join(folder, 'registry.db'));
  }
  const database =
    currentVariant().engine === 'postgres'
      ? await makeDatabase(postgresUrl ?? '', isEmpty ? undefined : process.env[variables.template])
      : undefined;
  return {
    environment: {
      DATA_DIR: folder,
      HOST_PROFILE: currentVariant().profile.name,
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    },
    async remove() {
      await database?.drop();
      // A server that is about to end may still write into it.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

/** The settings of data that are removed after the test. */
export const temporaryData = async (test: Ending, options?: { isEmpty?: boolean }): Promise<DataSettings> => {
  const data = await makeData(options);
  test.after(() => data.remove());
  return data.environment;
};

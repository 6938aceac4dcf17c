import { readConfig } from '../../src/config.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { migrate } from '../../src/store/migrations/index.ts';
import { temporaryData } from './make-data.ts';

/** An empty database of the suite's engine. */
export const emptyDatabase = async (test: Parameters<typeof temporaryData>[0]): Promise<string> =>
  readConfig(await temporaryData(test, { isEmpty: true })).DATABASE_URL;

/** Runs the migrations in a process of its own, as it were. */
export const migrateAt = async (url: string): Promise<string[]> => {
  const engine = openEngine(url, { connections: 1 });
  try {
    return await migrate(engine);
  } finally {
    await engine.close();
  }
};

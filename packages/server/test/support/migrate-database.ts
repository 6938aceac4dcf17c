import assert from 'node:assert/strict';
import { readConfig } from '../../src/config.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { migrate, migratorOf } from '../../src/store/migrations/index.ts';
import { temporaryData } from './make-data.ts';
import { migrationSteps as steps } from './migration-steps.ts';

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

/** A database as it was before this step was added. */
export const migrateBefore = async (url: string, step: string): Promise<void> => {
  const engine = openEngine(url, { connections: 1 });
  try {
    const { error } = await migratorOf(engine).migrateTo(steps[steps.indexOf(step) - 1] ?? '');
    assert.equal(error, undefined);
  } finally {
    await engine.close();
  }
};

import { readConfig } from '../config.ts';
import { databaseError, openConfiguredEngine } from '../open-database.ts';
import { migrate } from '../store/migrations/index.ts';
import type { CommandContext } from './command.ts';

export const run = async ({ environment, stdout }: CommandContext): Promise<boolean> => {
  const engine = openConfiguredEngine(readConfig(environment));
  try {
    const steps = await migrate(engine).catch((error: unknown) => {
      throw databaseError(engine, error);
    });
    stdout.write(steps.length === 0 ? 'The database is up to date.\n' : `Migrated: ${steps.join(', ')}.\n`);
    return true;
  } finally {
    await engine.close();
  }
};

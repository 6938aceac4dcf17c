import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openSqlite } from '../store/engines/sqlite.ts';
import { migrate } from '../store/migrations/index.ts';
import { exitOnFailure } from './exit-on-failure.ts';

await exitOnFailure(async () => {
  const config = readConfig(process.env);
  const engine = openSqlite(join(config.DATA_DIR, 'registry.db'));
  try {
    const steps = await migrate(engine);
    process.stdout.write(
      steps.length === 0 ? 'The database is up to date.\n' : `Migrated: ${steps.join(', ')}.\n`,
    );
  } finally {
    await engine.close();
  }
});

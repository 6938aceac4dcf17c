import { readConfig } from '../config.ts';
import { openConfiguredEngine } from '../server.ts';
import { migrate } from '../store/migrations/index.ts';
import { exitOnFailure } from './exit-on-failure.ts';

await exitOnFailure(async () => {
  const config = readConfig(process.env);
  const engine = openConfiguredEngine(config);
  try {
    const steps = await migrate(engine);
    process.stdout.write(
      steps.length === 0 ? 'The database is up to date.\n' : `Migrated: ${steps.join(', ')}.\n`,
    );
  } finally {
    await engine.close();
  }
});

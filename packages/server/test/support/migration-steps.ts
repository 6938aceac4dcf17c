import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The names of all migrations in their order, by the files there are. */
export const migrationSteps: readonly string[] = readdirSync(
  join(import.meta.dirname, '../../src/store/migrations'),
)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

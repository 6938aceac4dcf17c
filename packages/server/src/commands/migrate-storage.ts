import { command } from './command.ts';
import { text } from './flags.ts';

export const migrateStorage = command({
  brief: 'Copy a registry to another database and package store',
  description: 'Run it again while the source is running, and once more when its servers are stopped.',
  parameters: {
    flags: {
      from: text('DATABASE_URL', 'The database to read'),
      fromPackages: text('PACKAGES_URL', 'The package store to read'),
      to: text('DATABASE_URL', 'The database to write'),
      toPackages: text('PACKAGES_URL', 'The package store to write'),
    },
  },
  load: () => import('./migrate-storage/run.ts'),
});

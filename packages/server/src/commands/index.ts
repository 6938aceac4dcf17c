import { admin } from './admin.ts';
import { backup } from './backup.ts';
import type { CommandGroup } from './command.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { extractAgain } from './extract-again.ts';
import { extract } from './extract.ts';
import { importCatalogue } from './import.ts';
import { migrateStorage } from './migrate-storage.ts';
import { migrate } from './migrate.ts';
import { mirror } from './mirror.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';

/** Every command under its name, which is that of its npm script. */
export const commands: CommandGroup = {
  brief: 'Run a Patchbay registry and look after it',
  commands: {
    serve,
    admin,
    config,
    migrate,
    import: importCatalogue,
    mirror,
    'migrate-storage': migrateStorage,
    backup,
    restore,
    doctor,
    extract,
    'extract-again': extractAgain,
  },
};

import { command } from './command.ts';
import { isSet, oneArgument, optionalText } from './flags.ts';

export const restore = command({
  brief: 'Restore a backup into an empty database and package store',
  parameters: {
    positional: oneArgument('folder', 'Where the backups are'),
    flags: {
      from: optionalText('name of a backup', 'The backup, instead of the newest'),
      verify: isSet('Only read the backup, and write nothing'),
      acceptLosses: isSet('Restore although packages are damaged or missing'),
    },
  },
  load: () => import('./restore/run.ts'),
});

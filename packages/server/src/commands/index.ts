import { OperatorError } from '../operator-error.ts';
import { admin } from './admin.ts';
import { type CommandGroup, command, isSet, oneArgument, optionalText, text } from './command.ts';

const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new OperatorError('must be a number from 1 to 999999');
  return Number(text);
};

/** Every command under its name, which is that of its npm script. */
export const commands: CommandGroup = {
  brief: 'Run a Patchbay registry and look after it',
  commands: {
    serve: command({
      brief: 'Run the registry',
      description: 'Its settings come from the environment. It ends in order on SIGTERM and SIGINT.',
      parameters: {},
      load: async () => ({
        async run() {
          await import('../main.ts');
          return true;
        },
      }),
    }),
    admin,
    config: command({
      brief: 'Print the settings in force, secrets masked',
      description:
        'A line that begins with # is a default. Exits with 1 and names every setting that cannot be used.',
      parameters: {},
      load: () => import('./config.ts'),
    }),
    migrate: command({
      brief: 'Migrate the database',
      description: 'A server does the same when it starts.',
      parameters: {},
      load: () => import('./migrate.ts'),
    }),
    import: command({
      brief: 'Publish the nodes of a catalogue file',
      description:
        'It acts as the moderator in ADMIN_EMAIL and ADMIN_PASSWORD, and continues where an earlier import ended.',
      parameters: {
        positional: oneArgument('catalogue.jsonl', 'One node on each line, as JSON'),
        flags: { url: optionalText('registry', 'A running registry, instead of the data in DATA_DIR') },
      },
      load: () => import('./import/run.ts'),
    }),
    mirror: command({
      brief: 'Serve a read-only copy of another registry, or write one to a folder',
      description:
        'It goes on where an earlier run ended. What it does not set comes from the environment, as for a server.',
      parameters: {
        flags: {
          from: optionalText('URL|folder', 'The registry, or the folder of a set; MIRROR_FROM by default'),
          to: optionalText('folder', 'Write the copy there as a set and end, instead of serving it'),
          packages: optionalText('all|on-demand|none', 'Which packages to keep; MIRROR_PACKAGES by default'),
          nodes: optionalText('ids', 'Only these nodes, separated by commas; MIRROR_NODES by default'),
          signKey: optionalText('file', 'Sign the set that --to writes with this private key (Ed25519, PEM)'),
          verifyKey: optionalText(
            'file',
            'Read only a set that the private key of this public key (Ed25519, PEM) signed; MIRROR_VERIFY_KEY by default',
          ),
        },
      },
      load: () => import('./mirror.ts'),
    }),
    'migrate-storage': command({
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
    }),
    backup: command({
      brief: 'Make a verified backup of a registry, which may be running',
      parameters: {
        positional: oneArgument('folder', 'Where the backups are'),
        flags: {
          keep: {
            kind: 'parsed',
            parse: parseCount,
            optional: true,
            placeholder: 'number',
            brief: 'Remove all but the newest ones',
          },
          verify: isSet('Read every package of earlier backups again'),
        },
      },
      load: () => import('./backup/run.ts'),
    }),
    restore: command({
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
    }),
    doctor: command({
      brief: 'Compare the database, the packages, the log and the lists',
      description: 'Exits with 1 if it finds a fault that it does not repair, and with 2 if it cannot run.',
      parameters: {
        flags: {
          fix: isSet('Repair what can be derived again'),
          quick: isSet('Do not read packages, only their sizes'),
          json: isSet('Print the report as JSON'),
        },
      },
      failureCode: 2,
      load: () => import('./doctor/run.ts'),
    }),
    extract: command({
      brief: 'Show what a publish of a package would find',
      description: 'Exits with 1 if the package would be refused or flagged.',
      parameters: {
        positional: oneArgument('folder or zip', 'The package'),
        flags: { json: isSet('Print the result as JSON') },
      },
      load: () => import('./extract.ts'),
    }),
    'extract-again': command({
      brief: 'Extract the app-nodes again from every package that an older extractor read',
      parameters: {},
      load: () => import('./extract-again.ts'),
    }),
  },
};

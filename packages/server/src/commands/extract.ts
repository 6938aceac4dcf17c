import { command } from './command.ts';
import { isSet, oneArgument } from './flags.ts';

export const extract = command({
  brief: 'Show what a publish of a package would find',
  description: 'Exits with 1 if the package would be refused or flagged.',
  parameters: {
    positional: oneArgument('folder or zip', 'The package'),
    flags: { json: isSet('Print the result as JSON') },
  },
  load: () => import('./extract/run.ts'),
});

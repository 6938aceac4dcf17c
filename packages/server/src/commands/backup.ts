import { OperatorError } from '../operator-error.ts';
import { command } from './command.ts';
import { isSet, oneArgument } from './flags.ts';

const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new OperatorError('must be a number from 1 to 999999');
  return Number(text);
};

export const backup = command({
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
});

import { command } from './command.ts';
import { isSet } from './flags.ts';

export const doctor = command({
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
});

import { command } from './command.ts';

export const config = command({
  brief: 'Print the settings in force, secrets masked',
  description:
    'A line that begins with # is a default. Exits with 1 and names every setting that cannot be used.',
  parameters: {},
  load: () => import('./config/run.ts'),
});

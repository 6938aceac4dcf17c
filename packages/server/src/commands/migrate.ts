import { command } from './command.ts';

export const migrate = command({
  brief: 'Migrate the database',
  description: 'A server does the same when it starts.',
  parameters: {},
  load: () => import('./migrate/run.ts'),
});

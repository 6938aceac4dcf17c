import { command } from './command.ts';

export const extractAgain = command({
  brief: 'Extract the app-nodes again from every package that an older extractor read',
  parameters: {},
  load: () => import('./extract-again/run.ts'),
});

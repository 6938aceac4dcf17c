import { command } from './command.ts';

export const serve = command({
  brief: 'Run the registry',
  description: 'Its settings come from the environment. It ends in order on SIGTERM and SIGINT.',
  parameters: {},
  load: async () => ({
    async run() {
      await import('../main.ts');
      return true;
    },
  }),
});

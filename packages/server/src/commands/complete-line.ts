import { type Application, type CommandContext, proposeCompletions } from '@stricli/core';
import { application } from './application.ts';

/** What the last word of a line that calls `patchbay-server` may become. */
export const completeLine = async (line: string): Promise<string[]> => {
  const [, ...words] = line.trimStart().split(/\s+/);
  const silent = { write: () => undefined };
  const context = { process: { stdout: silent, stderr: silent } };
  // No command runs, so that none needs its context.
  const found = await proposeCompletions(application as object as Application<CommandContext>, words, {
    ...context,
    forCommand: () => context,
  });
  return found.map(({ completion }) => completion);
};

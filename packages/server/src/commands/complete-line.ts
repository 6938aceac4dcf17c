import { proposeCompletions } from '@stricli/core';
import { application } from './application.ts';

/** What the last word of a line that calls `patchbay-server` may become. */
export const completeLine = async (line: string): Promise<string[]> => {
  const [, ...words] = line.trimStart().split(/\s+/);
  const silent = { write: () => undefined };
  const found = await proposeCompletions(application, words, { process: { stdout: silent, stderr: silent } });
  return found.map(({ completion }) => completion);
};

import type { Outcome } from './open-cli.ts';
import { type ProcessOptions, startProcess } from './start-process.ts';

/** As `startProcess`, to its end. */
export const runProcess = (
  args: readonly string[],
  { stdin = '', ...options }: ProcessOptions & { readonly stdin?: string },
): Promise<Outcome> => {
  const { child, ended } = startProcess(args, options);
  child.stdin.end(stdin);
  return ended;
};

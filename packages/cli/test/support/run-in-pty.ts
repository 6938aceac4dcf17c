import { type Screen, type Typing, runProgramInPty } from './run-program-in-pty.ts';
import { type ProcessOptions, cliEntry } from './start-process.ts';

/** The real command in a process of its own, at a terminal. */
export const runInPty = (
  args: readonly string[],
  options: ProcessOptions,
  typing?: Typing,
): Promise<Screen> => runProgramInPty([process.execPath, cliEntry, ...args], options, typing);

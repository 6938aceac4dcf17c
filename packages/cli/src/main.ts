#!/usr/bin/env node
import { errors, exitCodes } from './errors.ts';
import { removeTemporaries } from './files/temporary-folder.ts';
import { makeContext } from './make-context.ts';
import { reportCancelled, run } from './run.ts';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  removeTemporaries();
  // The reader of a pipe may leave before the end, as `head` does. What it saw is no success.
  if (code === 'EPIPE') process.exit(process.exitCode ?? exitCodes.unread);
  process.stderr.write(`Error: Standard output cannot be written: ${message}.\n`);
  process.exit(exitCodes[errors.file_error.exit]);
});
// Nobody is left to tell.
process.stderr.on('error', () => {});

const context = makeContext();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// What is written is put into its place whole, so the process may end anywhere.
const end = (signal: NodeJS.Signals): void => {
  removeTemporaries();
  reportCancelled(context);
  process.kill(process.pid, signal);
};
for (const signal of signals) process.once(signal, end);

process.exitCode = await run(context);
// The result is written, must stay the last line, and says how the process ends.
for (const signal of signals) process.off(signal, end).once(signal, () => process.exit());

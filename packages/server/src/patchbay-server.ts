#!/usr/bin/env node
import { runCommand } from './commands/run-command.ts';

process.stdout.on('error', ({ message }: Error) => {
  process.stderr.write(`patchbay: Standard output cannot be written: ${message}.\n`);
  process.exit(1);
});

const { exitCode, isBrokenOff } = await runCommand(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
// A server that could not start has set it already.
if (exitCode !== 0) process.exitCode = exitCode;
// What a command left open when it broke off must not keep the process.
if (isBrokenOff) process.exit();

#!/usr/bin/env node
import { runCommand } from './commands/run-command.ts';

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

#!/usr/bin/env node
import { makeContext } from './make-context.ts';
import { run } from './run.ts';

// The reader of a pipe may leave before the end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(makeContext());

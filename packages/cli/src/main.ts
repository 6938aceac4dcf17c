#!/usr/bin/env node
import { removeTemporaryFolders } from './files/temporary-folder.ts';
import { makeContext } from './make-context.ts';
import { run } from './run.ts';

// The reader of a pipe may leave before the end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// What is written is put into its place whole, so the process may end anywhere.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    removeTemporaryFolders();
    process.kill(process.pid, signal);
  });
}

process.exitCode = await run(makeContext());

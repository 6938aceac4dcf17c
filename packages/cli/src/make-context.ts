import { once } from 'node:events';
import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type WriteStream, isatty } from 'node:tty';
import type { Context, Output } from './context.ts';
import { openBrowser } from './open-browser.ts';

/** The context of this process. */
export const makeContext = (): Context => ({
  argv: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  home: homedir(),
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  isInteractive: isatty(0) && isatty(2),
  fetch: (input, init) => fetch(input, init),
  now: () => new Date(),
  pause: (ms, signal) => pause(ms, undefined, signal && { signal }),
  prompts: async () => (await import('./prompts/clack-prompts.ts')).clackPrompts,
  openBrowser,
});

const outputOf = (stream: WriteStream): Output => ({
  isTerminal: stream.isTTY,
  columns: stream.columns || undefined,
  write: (text) => stream.write(text),
  async send(bytes) {
    for await (const chunk of bytes) if (!stream.write(chunk)) await once(stream, 'drain');
  },
});

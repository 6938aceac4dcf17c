import { once } from 'node:events';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type WriteStream, isatty } from 'node:tty';
import type { Context, Output } from './context.ts';
import { openBrowser } from './open-browser.ts';

/** The context of this process. */
export const makeContext = (): Context => ({
  argv: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  home: homeFolder(),
  cwd: workingFolder(),
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

/** A user without a name, as in a container, may have none, and HOME may be empty. */
const homeFolder = (): string | undefined => {
  try {
    const folder = homedir();
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
};

/** A command that needs a folder which was removed says so; others do not. */
const workingFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
};

const outputOf = (stream: WriteStream): Output => ({
  isTerminal: stream.isTTY,
  columns: stream.columns || undefined,
  write: (text) => stream.write(text),
  async send(bytes) {
    for await (const chunk of bytes) if (!stream.write(chunk)) await once(stream, 'drain');
  },
});

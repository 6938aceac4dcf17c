import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { WriteStream } from 'node:tty';
import type { Context, Output } from './context.ts';

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
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  fetch: (input, init) => fetch(input, init),
  now: () => new Date(),
  prompts: async () => (await import('./prompts/clack-prompts.ts')).clackPrompts,
  openBrowser,
});

const outputOf = (stream: WriteStream): Output => ({
  isTerminal: stream.isTTY,
  write: (text) => stream.write(text),
});

const openBrowser = (url: string): boolean => {
  const [program, ...args] = browsers[process.platform] ?? [];
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env;
  const hasScreen = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (program === undefined || !hasScreen || SSH_CONNECTION) return false;
  // No shell reads the address.
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
};

const browsers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './open-cli.ts';

export interface ProcessOptions {
  readonly cwd: string;
  /** Beside PATH; nothing else of this process's environment is passed on. */
  readonly env: Readonly<Record<string, string>>;
}

export interface CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it wrote so far. */
  readonly output: () => { stdout: string; stderr: string };
  /** Resolves at its end. */
  readonly ended: Promise<Outcome>;
}

export const cliEntry = fileURLToPath(new URL('../../bin/patchbay.js', import.meta.url));

/** The real command in a process of its own, without a terminal. */
export const startProcess = (args: readonly string[], options: ProcessOptions): CliProcess =>
  follow(process.execPath, [cliEntry, ...args], options);

/** One that waits for what never comes fails its test instead of stopping all of them. */
const timeLimitMs = 120_000;

/** Runs a program and keeps what it writes. */
export const follow = (
  program: string,
  args: readonly string[],
  { cwd, env }: ProcessOptions,
): CliProcess => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A process that ended early takes no more input.
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), stdout, stderr }));
  return { child, output: () => ({ stdout, stderr }), ended };
};

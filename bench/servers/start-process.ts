import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, pin } from './pin.ts';

export interface RunningProcess extends AsyncDisposable {
  pid: number;
  /** The address that it printed. */
  port: number;
  /** The file with its standard error, until it is disposed. */
  logPath: string;
}

export interface ProcessOptions {
  core: Core;
  environment?: Readonly<Record<string, string>>;
}

let count = 0;

/**
 * Starts a script and waits for a line on its standard output that contains `127.0.0.1:<port>`. If it exits instead,
 * throws with its output.
 */
export const startProcess = async (
  script: readonly string[],
  { core, environment = {} }: ProcessOptions,
): Promise<RunningProcess> => {
  const [command, ...args] = pin(core, [process.execPath, ...script]);
  // To a file, so that no process spends time on reading the log during a measurement.
  const logPath = join(tmpdir(), `patchbay-bench-${process.pid}-${(count += 1)}.log`);
  const log = openSync(logPath, 'w');
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const ended = once(child, 'exit');
  let stdout = '';
  const listening = new Promise<number>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const [, port] = /127\.0\.0\.1:(\d+)/.exec(stdout) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
  });
  const port = await Promise.race([
    listening,
    ended.then(() => {
      throw new Error(`${script.join(' ')} ended: ${readFileSync(logPath, 'utf8').slice(-4_000)}`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    port,
    logPath,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      rmSync(logPath, { force: true });
    },
  };
};

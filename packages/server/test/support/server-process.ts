import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const bundle = fileURLToPath(new URL('../../dist/patchbay-server.js', import.meta.url));

/** The module that starts a server, for tests that watch the modules it loads: the bundle has none. */
export const sources = fileURLToPath(new URL('../../src/patchbay-server.ts', import.meta.url));

/** A server in a process of its own, as an operator runs it. */
export interface ServerProcess {
  url: string;
  process: ChildProcess;
  /** What it wrote to its standard output and to its log so far. */
  output(): { stdout: string; stderr: string };
  /** Resolves when the process ends, to how it ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends the signal and resolves to how the process ended. */
  end(signal: NodeJS.Signals): ServerProcess['ended'];
}

/**
 * Starts a server and waits until it listens. Throws, with its log, when it ends instead. `log` is an open file for its
 * log, which is then not read.
 */
export const startServerProcess = async (
  environment: Record<string, string>,
  entry = bundle,
  log?: number,
): Promise<ServerProcess> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entry, 'serve'], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...environment },
    stdio: ['ignore', 'pipe', log ?? 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]) => {
      process.off('exit', abandon);
      return { code, signal };
    },
  );
  const address = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const [, found] = /listens on (\S+),/.exec(stdout) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const url = await Promise.race([
    address,
    ended.then(({ code, signal }) => {
      // One that is to kill itself may do so before it says where it listens.
      const { PORT } = environment;
      if (signal === 'SIGKILL' && PORT !== undefined) return `http://127.0.0.1:${PORT}`;
      throw new Error(`the server ended with ${code}: ${stderr}`);
    }),
  ]);
  return {
    url,
    process: child,
    output: () => ({ stdout, stderr }),
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
};

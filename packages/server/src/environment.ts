import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './commands/is-running.ts';
import { privateModes } from './private-files.ts';

/**
 * Read by the runtime, the loader and libraries of the system before any code of ours; none of them is secret. Others
 * begin with `NODE_` as well, such as the NODE_AUTH_TOKEN of npm.
 */
const kept =
  /^(?:NODE_(?!\w*(?:AUTH|KEY|PASS|SECRET|TOKEN))\w+|LD_\w+|LC_\w+|UV_\w+|LANG|LANGUAGE|TZ|PATH|HOME|USER|TMPDIR|PATCHBAY_PROCESS)$/;
/** Tells the process that takes this one's place where to find what is hidden. */
export const handover = 'PATCHBAY_HANDOVER';
/** In memory on Linux. */
const sharedMemory = '/dev/shm';

/**
 * Hides the settings, and the credentials that libraries take from the environment: on Linux, every process of the
 * same user can read the environment that another was started with. This process is therefore replaced by itself with
 * what may be seen, and takes over the rest through a file that is removed at once. The id stays. A process that was
 * forked keeps its environment, because its channel would not survive. The replacement is started with these flags of
 * the runtime, before its own.
 */
export const hideEnvironment = (flags: readonly string[]): void => {
  const { env, execArgv, execPath, argv } = process;
  const path = env[handover];
  if (path !== undefined) {
    delete env[handover];
    const hidden = readFileSync(path, 'utf8');
    rmSync(path);
    Object.assign(env, JSON.parse(hidden));
    return;
  }
  // Windows has no such call, and no such leak.
  if (process.connected || typeof process.execve !== 'function') return;
  const hidden = takeHidden();
  if (Object.keys(hidden).length === 0) return;
  const file = join(findHandovers(), `patchbay-${process.pid}-${randomUUID()}`);
  try {
    writeFileSync(file, JSON.stringify(hidden), { mode: privateModes.file, flag: 'wx' });
  } catch {
    // Where nothing can be written the server starts all the same, with an environment that can be seen.
    Object.assign(env, hidden);
    return;
  }
  // It would print that the call is experimental.
  process.removeAllListeners('warning');
  process.execve(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)], { ...env, [handover]: file });
};

/** Removes what servers have left that were ended before they could take it over. */
export const removeLeftHandovers = (): void => {
  const folder = findHandovers();
  for (const name of readdirSync(folder)) {
    const [, pid] = /^patchbay-(\d+)-[\da-f-]{36}$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    // A container that shares the folder has processes that are not seen here, and takes them over within a second.
    const isLeft = found !== undefined && Date.now() - found.mtimeMs > leftAfterMs;
    if (isLeft && found.uid === process.getuid?.()) rmSync(path, { force: true });
  }
};

const leftAfterMs = 10_000;

const findHandovers = (): string => (isWritable(sharedMemory) ? sharedMemory : tmpdir());

/** Removes from the environment what no child may see, and returns it. */
export const takeHidden = (): Record<string, string> => {
  const hidden: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || kept.test(name)) continue;
    hidden[name] = value;
    delete process.env[name];
  }
  return hidden;
};

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** The message with what the environment of a server process lacks, because others could read it there. */
export interface EnvironmentMessage {
  environment: Readonly<Record<string, string>>;
}

/** Waits for the first message of the supervisor, and completes the environment with it. */
export const receiveEnvironment = async (): Promise<void> => {
  const [{ environment }] = (await once(process, 'message')) as [EnvironmentMessage];
  Object.assign(process.env, environment);
};

const variable = 'PATCHBAY_PROCESS';

/** The name of this process within its server: 1 to `WORKERS`. A replacement takes over the name. */
export const processName = (): string => process.env[variable] ?? '1';

/** The environment variable that passes a process its name. */
export const nameProcess = (name: number): Record<string, string> => ({ [variable]: String(name) });

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pin } from './pin.ts';

const run = promisify(execFile);
/** `nobody`: PostgreSQL refuses to run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Postgres extends AsyncDisposable {
  pid: number;
  /** The URL of an empty database. */
  url: string;
}

/** Starts this machine's PostgreSQL with its default settings on loopback. Undefined if it has none. */
export const startPostgres = async (): Promise<Postgres | undefined> => {
  const [programs] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
  if (programs === undefined || !existsSync(join(programs, 'initdb'))) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-postgres-'));
  if (unprivileged.uid !== undefined) await chown(folder, unprivileged.uid, unprivileged.gid);
  await chmod(folder, 0o700);
  await run(
    join(programs, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'bench', '-A', 'trust', '-E', 'UTF8'],
    {
      ...unprivileged,
      cwd: folder,
    },
  );
  const port = await freePort();
  const data = join(folder, 'data');
  const [command, ...args] = pin('server', [
    join(programs, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
  ]);
  const child = spawn(command, args, { ...unprivileged, cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await Promise.race([untilAccepting(port), ended.then(() => Promise.reject(new Error('PostgreSQL ended')))]);
  return {
    pid: child.pid ?? 0,
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      // SIGINT is its fast shutdown: it does not wait for clients.
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const untilAccepting = async (port: number): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error('PostgreSQL does not accept connections');
};

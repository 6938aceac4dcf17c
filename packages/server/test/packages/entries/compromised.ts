// A reader whose package has taken it over. It attacks the machine as it is asked to, and reports the results.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import * as fs from 'node:fs';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

/** As in `protocol.ts`, which this reader cannot see. */
const packageDescriptor = 3;

export interface Targets {
  /** Files that hold something of others. */
  files: readonly string[];
  folders: readonly string[];
  serverPid: number;
  port: number;
  socketPath: string;
  abstractSocket: string;
  codeFolder: string;
}

const connects = (to: { host: string; port: number } | { path: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    connect(to).once('connect', resolve).once('error', reject);
  });

const sends = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    createSocket('udp4').send('hello', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  });

const starts = (program: string, ...args: string[]): void => {
  const { status, error } = spawnSync(program, args);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`ended with ${status}`);
};

const works = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once('exit', () => resolve()).once('error', reject);
  });

const attempts = ({ files, folders, serverPid, port, socketPath, abstractSocket, codeFolder }: Targets) => ({
  ...Object.fromEntries(files.map((path) => [`read ${path}`, () => fs.readFileSync(path)])),
  ...Object.fromEntries(files.map((path) => [`cat ${path}`, () => starts('cat', path)])),
  ...Object.fromEntries(folders.map((path) => [`list ${path}`, () => fs.readdirSync(path)])),
  ...Object.fromEntries(
    [...folders, codeFolder, '/', '/tmp', '/usr'].map((path) => [
      `write into ${path}`,
      () => fs.writeFileSync(`${path}/written`, 'written'),
    ]),
  ),
  'write its package': () => fs.writeSync(packageDescriptor, 'written', 0),
  'cut its package': () => fs.ftruncateSync(packageDescriptor, 0),
  'signal the server': () => process.kill(serverPid, 0),
  'slow the server down': () => setPriority(serverPid, 19),
  'connect by TCP': () => connects({ host: '127.0.0.1', port }),
  'connect by TCP 6': () => connects({ host: '::1', port }),
  'connect by a socket of the file system': () => connects({ path: socketPath }),
  'connect by an abstract socket': () => connects({ path: abstractSocket }),
  'send by UDP': () => sends(port),
  'find an environment': () => {
    if (Object.keys(process.env).length === 0) throw new Error('it is empty');
  },
  'make namespaces to get rights': () => starts('unshare', '--user', '--map-root-user', 'true'),
  'keep shared memory': () => starts('ipcmk', '--shmem', '4096'),
  'keep a message queue': () => starts('ipcmk', '--queue'),
  'keep semaphores': () => starts('ipcmk', '--semaphore', '1'),
  'start many processes': () => starts('sh', '-c', 'for i in $(seq 600); do sleep 5 & done'),
  'mount a file system': () => starts('mount', '-t', 'tmpfs', 'tmpfs', '/tmp'),
});

/** What needs the permissions of the runtime alone to be refused, and harms nobody where they were circumvented. */
const ownAttempts = {
  'start a program': () => starts('true'),
  'start a thread': () => works(new Worker('', { eval: true })),
  'load native code': () => process.dlopen({ exports: {} }, '/usr/lib/x86_64-linux-gnu/libc.so.6'),
};

/** How many attempts there were, and which of them were not refused. */
export interface Outcome {
  tried: number;
  done: string[];
}

const outcomeOf = async (all: Readonly<Record<string, () => unknown>>): Promise<Outcome> => {
  const done: string[] = [];
  for (const [name, attempt] of Object.entries(all)) {
    try {
      await attempt();
      done.push(name);
    } catch {
      // Refused, which is all that counts.
    }
  }
  return { tried: Object.keys(all).length, done };
};

for await (const line of createInterface({ input: process.stdin })) {
  const { targets } = (JSON.parse(line) as { published: { targets: Targets } }).published;
  const value = { others: await outcomeOf(attempts(targets)), own: await outcomeOf(ownAttempts) };
  // An error is the only text that a reader can send.
  process.stdout.write(`${JSON.stringify({ error: JSON.stringify(value) })}\n`);
}

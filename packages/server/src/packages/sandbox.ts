import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from '../software.ts';

/** Where the system keeps its programs. The environment of the wrappers holds nothing else, that of a reader nothing. */
export const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The folders of the system that programs need; links where the system has merged them. Not all of /usr: images keep
 * applications and their data in /usr/src or /usr/local.
 */
const systemFolders = ['/usr/', '/'].flatMap((parent) =>
  ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].map((name) => parent + name),
);
/** The code of a reader. Nothing else of the project is in its sandbox. */
export const readerEntry = fileURLToPath(bundle('reader/reader.mjs'));

const heapMiBMax = 512;
/**
 * Of one process, kept by the system even if it runs code of its own: no core dumps, no byte to any file, processor
 * time, and memory besides what is only reserved.
 */
const limits = `ulimit -c 0; ulimit -f 0; ulimit -t 1000; ulimit -d ${(heapMiBMax + 1_024) * 1_024}; exec env -i "$@"`;

/**
 * How many processes and threads a reader may have: the runtime needs a dozen. Where the system counts all of the user's
 * and not those of the namespace, they would be too few, and there is no such bound. For root there is none either:
 * `isolate.sh` sets another.
 */
const boundOfProcesses = ['prlimit', '--nproc=64', '--msgqueue=0'] as const;
/** Below the priority of the server, a tenth of its share: https://man7.org/linux/man-pages/man7/sched.7.html */
const lowPriority = ['nice', '-n', '10'] as const;

/** Only root of a namespace may bound what its processes share. Outside, it is the user of the server. */
const namespaces = [
  'unshare',
  ...'--user --map-root-user --mount --net --pid --ipc --uts --cgroup'.split(' '),
  '--fork',
  '--kill-child',
] as const;
const isolate = ['sh', fileURLToPath(new URL('./isolate.sh', import.meta.url))];

/** How readers are started on this system. */
export interface Sandbox {
  /** Why readers are not cut off from the network, other processes and other files; undefined when they are. */
  readonly missing: string | undefined;
  /** The program to start, and its arguments, for a reader whose code is in the folder of the module `entry`. */
  command(entry: string, options?: { isLow: boolean }): [program: string, ...args: string[]];
}

/** Finds out, by trying, what this system can do, or does without namespaces. Never throws. */
export const findSandbox = async ({ isIsolated: isWanted } = { isIsolated: true }): Promise<Sandbox> => {
  const isolated = [...namespaces, ...isolate, ...systemFolders, '--'];
  const [isolation, processBound] = await Promise.all([
    isWanted ? tryOut([...isolated, 'true']) : 'not wanted',
    isWanted ? tryOut([...isolated, ...boundOfProcesses, 'sh', '-c', 'true & wait']) : 'not wanted',
  ]);
  const isIsolated = isolation === undefined;
  return {
    missing: isolation,
    command: (entry, { isLow } = { isLow: false }) => {
      const code = dirname(entry);
      const node = [
        process.execPath,
        `--max-old-space-size=${heapMiBMax}`,
        // A third of the memory at the same speed: most of what a reading makes is garbage at once.
        '--max-semi-space-size=8',
        // Without the threads of the optimizer and the collector, which cost 9 MiB and gain nothing on a busy machine.
        '--v8-pool-size=0',
        '--permission',
        `--allow-fs-read=${code}`,
        entry,
      ];
      const bounds = processBound === undefined ? boundOfProcesses : [];
      const limited = [...bounds, 'sh', '-c', limits, 'sh', ...node];
      const wrappers = isIsolated
        ? [...namespaces, ...isolate, ...systemFolders, code, process.execPath, '--']
        : [];
      const [program = '', ...args] = [...(isLow ? lowPriority : []), ...wrappers, ...limited];
      return [program, ...args];
    },
  };
};

const run = promisify(execFile);
const tryMsMax = 10_000;

/** Why the program does not run here, or undefined. */
const tryOut = async ([program = '', ...args]: readonly string[]): Promise<string | undefined> => {
  try {
    await run(program, args, { env: { PATH: systemPath }, timeout: tryMsMax });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr?.trim() || message).slice(0, 500);
  }
};

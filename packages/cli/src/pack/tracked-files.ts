import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

/** What the index of a repository of Git holds below a folder. */
export interface TrackedFiles {
  /** Whether a file is tracked, or anything in a folder, whose path ends in a slash. */
  has(path: string): boolean;
  /** Why Git could not tell, for a folder in a repository. */
  readonly problem?: string;
}

const indexBytesMax = 64 * 1024 ** 2;
const timeoutMs = 20_000;

/** A repository may be a stranger's: nothing in its configuration may run a program, or fetch anything. */
const harmless = [
  '--no-optional-locks',
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.untrackedCache=false',
    'core.hooksPath=/dev/null',
    'protocol.allow=never',
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];

/** `below`: the path of the folder in the project, which the paths begin with. */
export const readTrackedFiles = async (folder: string, below = ''): Promise<TrackedFiles> => {
  if (!(await isInRepository(folder))) return nothingTracked();
  const git = await findGit();
  if (git === undefined) return nothingTracked('there is no git on the PATH');
  try {
    const { stdout } = await promisify(execFile)(git, [...harmless, 'ls-files', '-z', '--stage'], {
      cwd: folder,
      env: environment(),
      maxBuffer: indexBytesMax,
      timeout: timeoutMs,
      windowsHide: true,
    });
    return trackedFiles(stdout, below);
  } catch (error) {
    return nothingTracked(reasonOf(error as ExecError));
  }
};

export const nothingTracked = (problem?: string): TrackedFiles => ({
  has: () => false,
  ...(problem !== undefined && { problem }),
});

/** Mode, object and stage come before the path: https://git-scm.com/docs/git-ls-files#_output */
const listed = /^(\d+) [^\t]*\t([^]+)$/;
const linkMode = '120000';
const submoduleMode = '160000';

const trackedFiles = (index: string, below: string): TrackedFiles => {
  const paths = new Set<string>();
  const links: string[] = [];
  for (const entry of index.split('\0')) {
    const [, mode, name] = listed.exec(entry) ?? [];
    if (name === undefined) continue;
    const path = below + name;
    // The files of a submodule are in an index of its own.
    paths.add(mode === submoduleMode ? `${path}/` : path);
    if (mode === linkMode) links.push(`${path}/`);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const outer = path.slice(0, end + 1);
      if (paths.has(outer)) break;
      paths.add(outer);
    }
  }
  return { has: (path) => paths.has(path) || links.some((link) => path.startsWith(link)) };
};

const isInRepository = async (folder: string): Promise<boolean> => {
  if (await isThere(join(folder, '.git'))) return true;
  const outer = dirname(folder);
  return outer !== folder && isInRepository(outer);
};

/** Only in absolute folders: some systems would look in the working folder first. */
const findGit = async (): Promise<string | undefined> => {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    if (await isThere(join(folder, name), constants.X_OK)) return join(folder, name);
  }
  return undefined;
};

const isThere = async (path: string, mode = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Without what would name another repository or configuration. An old git fetches what an index lacks, unless nothing is allowed to. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name))),
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
});

type ExecError = Error & { killed?: boolean; stderr?: string };

const reasonOf = ({ killed, stderr = '', message }: ExecError): string => {
  if (killed === true) return 'it took too long';
  const [line = ''] = (stderr.trim() || message).split('\n');
  return line.replace(/^(?:fatal|error): /, '').slice(0, 200);
};

import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folders that are there, and files that are to take the place of others. */
export const temporaries = new Set<string>();

const prefix = 'patchbay-cli-';
const named = new RegExp(`^${prefix}(\\d+)-\\w+$`);
/** A process in another container has a number that is not known here, so that its folder is only judged by its age. */
export const idleMsMin = 60 * 60 * 1_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Removes what killed processes of this user have left behind. */
const removeLeftOvers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(named.exec(name)?.[1] ?? process.pid);
    if (isAlive(pid)) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => undefined);
    const isOwn = found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
    // Another process may remove it at the same time.
    if (isOwn && Date.now() - found.mtimeMs > idleMsMin) await rm(path, { recursive: true, force: true });
  }
};

/** An empty folder that is removed with its user, or with the process if a signal ends it. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  await removeLeftOvers();
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  temporaries.add(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      temporaries.delete(path);
    },
  };
};

/** What a signal leaves no time for. After SIGKILL, the next process does it. */
export const removeTemporaries = (): void => {
  for (const path of temporaries) rmSync(path, { recursive: true, force: true });
};

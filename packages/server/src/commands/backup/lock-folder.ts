import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateModes } from '../../private-files.ts';
import { UsageError } from '../exit-on-failure.ts';

/** Keeps other backups of this machine out of the folder. Throws UsageError while another one is under way. */
export const lockFolder = async (root: string): Promise<AsyncDisposable> => {
  const path = join(root, 'lock');
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (holder > 0 && isRunning(holder)) {
    throw new UsageError(
      `The process ${holder} makes a backup in this folder. Wait for it, or remove ${path} if that process is no backup.`,
    );
  }
  await rm(path, { force: true });
  try {
    await writeFile(path, String(process.pid), { flag: 'wx', mode: privateModes.file });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError('Another backup began in this folder at the same time. Wait for it.');
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateModes } from '../../private-files.ts';
import { UsageError } from '../exit-on-failure.ts';

/** A process of another container can have had the same id. */
const self = `${process.pid} ${randomUUID()}`;

/** Keeps other backups of this machine out of the folder. Throws UsageError while another one is under way. */
export const lockFolder = async (root: string): Promise<AsyncDisposable> => {
  const path = join(root, 'lock');
  const holder = await readFile(path, 'utf8').catch(() => '');
  if (isHeld(holder)) {
    throw new UsageError(
      `The process ${parseInt(holder)} makes a backup in this folder. Wait for it, or remove ${path} if that process is no backup.`,
    );
  }
  await rm(path, { force: true });
  try {
    await writeFile(path, self, { flag: 'wx', mode: privateModes.file });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError('Another backup began in this folder at the same time. Wait for it.');
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
};

const isHeld = (holder: string): boolean => {
  const pid = parseInt(holder);
  return pid === process.pid ? holder === self : pid > 0 && isRunning(pid);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

import { DatabaseSync } from 'node:sqlite';
import { CliError } from '../errors.ts';

const busy = 5;

/**
 * Keeps other processes out of a folder, by a lock of the system on a file in it: it ends with the process, however
 * that ends. Throws at once if another process has it. Returns what ends it.
 */
export const holdFolder = (folder: string, file: string): (() => void) => {
  // The runtime has no other lock on a file. Nothing is ever written to it.
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    holder.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    holder.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new CliError('folder_busy', `Another patchbay is working in ${folder}.`);
  }
  return () => holder.close();
};

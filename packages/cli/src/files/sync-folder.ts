import { open } from 'node:fs/promises';

/** Makes the names in a folder outlive a loss of power. */
export const syncFolder = async (path: string): Promise<void> => {
  // Windows opens no folders, and keeps their names with the files.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

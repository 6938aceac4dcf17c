import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The content of each file below a folder, by its path. */
export const filesIn = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (file) => [relative(folder, file).replaceAll(sep, '/'), await readFile(file, 'utf8')]),
  );
  return Object.fromEntries(contents);
};

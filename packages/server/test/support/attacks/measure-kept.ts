import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { tamper } from '../tamper.ts';

/** The bytes that a registry keeps: its database, packages, and uploads under way. */
export const measureKept = async (folder: string, databaseUrl: string): Promise<number> => {
  const files = await bytesBelow(folder);
  if (databaseUrl.startsWith('sqlite:')) return files;
  const size = sql`select pg_database_size(current_database()) as bytes`;
  const [row] = (await tamper(databaseUrl, size)) as { bytes: unknown }[];
  return files + Number(row?.bytes);
};

const bytesBelow = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    // An upload that ended meanwhile has no file any more.
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

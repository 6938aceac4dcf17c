import { sql } from 'kysely';
import { bytesBelow } from '../bytes-below.ts';
import { tamper } from '../tamper.ts';

/** The bytes that a registry keeps: its database, packages, and uploads under way. */
export const measureKept = async (folder: string, databaseUrl: string): Promise<number> => {
  const files = await bytesBelow(folder);
  if (databaseUrl.startsWith('sqlite:')) return files;
  const size = sql`select pg_database_size(current_database()) as bytes`;
  const [row] = (await tamper(databaseUrl, size)) as { bytes: unknown }[];
  return files + Number(row?.bytes);
};

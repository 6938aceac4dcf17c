import { type RawBuilder, sql } from 'kysely';
import { bytesBelow } from '../bytes-below.ts';
import { tamper } from '../tamper.ts';

/** The bytes that a registry keeps: its database, packages, and uploads under way. */
export const measureKept = async (
  folder: string,
  databaseUrl: string,
  ask = (size: RawBuilder<unknown>) => tamper(databaseUrl, size),
): Promise<number> => {
  const files = await bytesBelow(folder);
  if (databaseUrl.startsWith('sqlite:')) return files;
  const [row] = (await ask(sql`select pg_database_size(current_database()) as bytes`)) as {
    bytes: unknown;
  }[];
  return files + Number(row?.bytes);
};

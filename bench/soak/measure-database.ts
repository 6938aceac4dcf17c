import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Sample } from './sample.ts';

/** The bytes of the database of a server, and of what has been written ahead of it. */
export const measureDatabase = async (
  folder: string,
  databaseUrl: string | undefined,
): Promise<Pick<Sample, 'database' | 'writeAheadLog'>> => {
  if (databaseUrl === undefined) {
    const file = join(folder, 'registry.db');
    const [database, log] = await Promise.all([stat(file), stat(`${file}-wal`)]);
    return { database: database.size, writeAheadLog: log.size };
  }
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; log: string }>(
      'select pg_database_size(current_database()) as database, (select sum(size) from pg_ls_waldir()) as log',
    );
    return { database: Number(rows[0]?.database), writeAheadLog: Number(rows[0]?.log) };
  } finally {
    await client.end();
  }
};

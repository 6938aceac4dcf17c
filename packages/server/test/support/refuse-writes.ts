import { sql } from 'kysely';
import type { Store } from '../../src/store/store.ts';
import { postgresUrl, runSql } from './postgres-database.ts';
import { tamper } from './tamper.ts';
import { currentVariant } from './variants.ts';

/** Has the database at `url` take no more writes, or take them again. */
export const refuseWrites = async (url: string, { engine }: Store, isRefused: boolean): Promise<void> => {
  if (currentVariant().engine === 'sqlite') {
    // A full disk: the file may not grow.
    await sql`pragma max_page_count = ${sql.lit(isRefused ? 1 : 1_073_741_823)}`.execute(engine.writer);
    return;
  }
  // A failover to a server that is still read-only: it cuts every connection.
  const mode = isRefused ? 'on' : 'off';
  const name = new URL(url).pathname.slice(1);
  await runSql(postgresUrl ?? '', `alter database "${name}" set default_transaction_read_only = ${mode}`);
  // What is connected while writes are refused has to find out by itself that they are taken again.
  if (isRefused) await cutConnections(url);
};

/** Ends every connection to the database, as a restart does. */
export const cutConnections = async (url: string): Promise<void> => {
  await tamper(
    url,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Set by the set-up of the whole run: a PostgreSQL where databases may be made, and the migrated ones to copy. */
export const variables = {
  url: 'TEST_POSTGRES_URL',
  template: 'TEST_POSTGRES_TEMPLATE',
  sqliteTemplate: 'TEST_SQLITE_TEMPLATE',
};

export const postgresUrl = process.env[variables.url];

const onConnection = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Sends one statement on a connection of its own; resolves to the rows of its answer. */
export const runSql = (url: string, statement: string): Promise<readonly unknown[]> =>
  onConnection(url, async (client) => (await client.query<object>(statement)).rows);

/** The address of another database on the same server. */
export const databaseAt = (url: string, name: string): string =>
  url.replace(/^([^/]*\/\/[^/]*)\/?[^?]*/, `$1/${name}`);

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own: empty, or a copy of `template`. */
export const makeDatabase = async (server: string, template = 'template0'): Promise<TestDatabase> => {
  const name = `patchbay_${randomUUID()}`;
  await onConnection(server, async (client) => {
    const { rows } = await client.query(`select where current_setting('server_version_num')::int >= 150000`);
    // A tenth of the work of writing each page to the log, which version 15 does unless told otherwise.
    const strategy = rows.length > 0 ? 'strategy file_copy' : '';
    await client.query(`create database "${name}" template "${template}" ${strategy}`);
  });
  return {
    url: databaseAt(server, name),
    async drop() {
      await runSql(server, `drop database if exists "${name}" with (force)`);
    },
  };
};

import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Set by the set-up of the whole run: a PostgreSQL where databases may be made, and the migrated ones to copy. */
export const variables = {
  url: 'TEST_POSTGRES_URL',
  template: 'TEST_POSTGRES_TEMPLATE',
  sqliteTemplate: 'TEST_SQLITE_TEMPLATE',
};

export const postgresUrl = process.env[variables.url];

/** Sends one statement on a connection of its own; resolves to the rows of its answer. */
export const runSql = async (url: string, statement: string): Promise<readonly unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<object>(statement);
    return rows;
  } finally {
    await client.end();
  }
};

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
  await runSql(server, `create database "${name}" template "${template}"`);
  return {
    url: databaseAt(server, name),
    async drop() {
      await runSql(server, `drop database if exists "${name}" with (force)`);
    },
  };
};

import { Client } from 'pg';
import { settings } from '../packages/server/src/settings.ts';
import type { Engine } from './benchmarks/benchmark.ts';
import { startPostgres } from './servers/start-postgres.ts';

/** The databases to measure on: SQLite, and PostgreSQL if `DATABASE_URL` names one or this machine can start it. */
export const openEngines = async (stack: AsyncDisposableStack): Promise<Engine[]> => {
  const sqlite: Engine = { name: 'sqlite', emptyDatabase: () => Promise.resolve({}) };
  if (!Object.hasOwn(settings, 'DATABASE_URL')) return [sqlite];
  const url = process.env['DATABASE_URL'];
  if (url !== undefined) return [sqlite, onPostgres(url, stack)];
  const own = await startPostgres();
  if (own === undefined) return [sqlite];
  stack.use(own);
  return [sqlite, { ...onPostgres(own.url, stack), pid: own.pid }];
};

/** Databases of our own beside the one in the URL, which is not touched. */
const onPostgres = (url: string, stack: AsyncDisposableStack): Engine => {
  const run = async (statement: string): Promise<void> => {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  let count = 0;
  return {
    name: 'postgres',
    async emptyDatabase() {
      const name = `patchbay_bench_${process.pid}_${(count += 1)}`;
      await run(`create database ${name}`);
      stack.defer(() => run(`drop database ${name} with (force)`));
      const own = new URL(url);
      own.pathname = `/${name}`;
      return { DATABASE_URL: own.href };
    },
  };
};

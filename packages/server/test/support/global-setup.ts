import { openPostgres } from '../../src/store/engines/postgres.ts';
import { migrate } from '../../src/store/migrations/index.ts';
import { type TestDatabase, makeDatabase, variables } from './postgres-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer | undefined;
let template: TestDatabase | undefined;

/** One PostgreSQL for the whole run: that of DATABASE_URL, whose role may make databases, or one started here. */
export const globalSetup = async (): Promise<void> => {
  const given = process.env['DATABASE_URL'];
  if (!given) server = await startPostgres();
  const url = given || (server?.url ?? '');
  template = await makeDatabase(url);
  const engine = openPostgres(template.url, { connections: 1 });
  await migrate(engine);
  await engine.close();
  process.env[variables.url] = url;
  process.env[variables.template] = new URL(template.url).pathname.slice(1);
};

export const globalTeardown = async (): Promise<void> => {
  if (server === undefined) await template?.drop();
  else await server.stop();
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openPostgres } from '../../src/store/engines/postgres.ts';
import { migrate } from '../../src/store/migrations/index.ts';
import { s3Environment } from './packages-on-s3.ts';
import { type TestDatabase, makeDatabase, variables } from './postgres-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

let postgres: PostgresServer | undefined;
let template: TestDatabase | undefined;
let s3: S3Server | undefined;
let folder: string | undefined;

/**
 * What every test file of a run shares, by the environment that each inherits: one PostgreSQL, that of DATABASE_URL,
 * whose role may make databases, or one started here; a migrated database of SQLite to copy; and one
 * S3, that of S3_ENDPOINT or one started here.
 */
export const globalSetup = async (): Promise<void> => {
  await Promise.all([buildServer(), setUpPostgres(), setUpSqlite(), setUpS3()]);
};

/** What `npm start` runs, as the sources are now. */
const buildServer = () => import('../../scripts/build.ts');

/** What takes longer than most tests is done once: each gets a copy. */
const setUpSqlite = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-sqlite-'));
  const path = join(folder, 'registry.db');
  const engine = openEngine(`sqlite:${path}`, { connections: 1 });
  await migrate(engine);
  await engine.close();
  process.env[variables.sqliteTemplate] = path;
};

const setUpPostgres = async (): Promise<void> => {
  const given = process.env['DATABASE_URL'];
  if (!given) postgres = await startPostgres();
  const url = given || (postgres?.url ?? '');
  template = await makeDatabase(url);
  const engine = openPostgres(template.url, { connections: 1 });
  await migrate(engine);
  await engine.close();
  process.env[variables.url] = url;
  process.env[variables.template] = new URL(template.url).pathname.slice(1);
};

const setUpS3 = async (): Promise<void> => {
  if (process.env['S3_ENDPOINT']) return;
  s3 = await startS3Server();
  Object.assign(process.env, s3Environment(s3));
};

export const globalTeardown = async (): Promise<void> => {
  if (folder !== undefined) await rm(folder, { recursive: true });
  await s3?.stop();
  if (postgres === undefined) await template?.drop();
  else await postgres.stop();
};

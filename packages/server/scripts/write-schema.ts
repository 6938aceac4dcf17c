import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../src/store/engines/open-engine.ts';
import { migrate } from '../src/store/migrations/index.ts';
import { dumpSchema } from '../test/support/dump-schema.ts';
import { makeDatabase } from '../test/support/postgres-database.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

/** Writes the schemas of both engines, which are checked in so that what a migration does shows in the diff. */
const write = async (url: string, name: string): Promise<void> => {
  const engine = openEngine(url, { connections: 1 });
  try {
    await migrate(engine);
    await writeFile(
      join(import.meta.dirname, '../src/store/schema', `${name}.sql`),
      await dumpSchema(engine),
    );
  } finally {
    await engine.close();
  }
};

const folder = await mkdtemp(join(tmpdir(), 'patchbay-schema-'));
const given = process.env['DATABASE_URL'];
const started = given ? undefined : await startPostgres();
try {
  await write(`sqlite:${join(folder, 'registry.db')}`, 'sqlite');
  const database = await makeDatabase(given || (started?.url ?? ''));
  try {
    await write(database.url, 'postgres');
  } finally {
    await database.drop();
  }
} finally {
  await started?.stop();
  await rm(folder, { recursive: true });
}

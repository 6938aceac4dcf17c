import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import { migrate } from '../../src/store/migrations/index.ts';
import { type Store, openStore } from '../../src/store/store.ts';
import { Clock } from './clock.ts';

interface Test {
  after(fn: () => Promise<void>): void;
}

/** A folder of the test's own, removed at its end. */
export const makeFolder = async (test: Test): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'));
  test.after(() => rm(folder, { recursive: true }));
  return folder;
};

/** A store without a server, on a database of the test's own. */
export const openTestStore = async (test: Test): Promise<{ store: Store; clock: Clock; path: string }> => {
  const path = join(await makeFolder(test), 'registry.db');
  const clock = new Clock();
  const engine = openSqlite(path);
  await migrate(engine);
  const store = openStore(engine, clock.now);
  test.after(() => store.close());
  return { store, clock, path };
};

import { openEngine } from '../../src/store/engines/open-engine.ts';
import { migrate } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { readConfig } from '../../src/config.ts';
import { Clock } from './clock.ts';
import type { Ending } from './ending.ts';
import { makeData } from './make-data.ts';
import { currentVariant } from './variants.ts';

/** A store without a server, on a database of the test's own, which a second store may be opened on by its address. */
export const openTestStore = async (test: Ending): Promise<{ store: Store; clock: Clock; url: string }> => {
  const data = await makeData();
  const { DATABASE_URL: url } = readConfig(data.environment);
  const clock = new Clock();
  const engine = openEngine(url, { connections: 4 });
  await migrate(engine);
  const store = openStore(engine, clock.now);
  // PostgreSQL says by news that it listens.
  if (currentVariant().engine === 'postgres')
    await new Promise<void>((resolve) => store.onCommit(() => resolve()));
  test.after(async () => {
    await store.close();
    await data.remove();
  });
  return { store, clock, url };
};

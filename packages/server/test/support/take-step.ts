import { openEngine } from '../../src/store/engines/open-engine.ts';
import type { Step } from '../../src/store/migrations/step.ts';

/** Takes one step again, on a database that has all of them. */
export const takeStep = async (url: string, step: Step): Promise<void> => {
  const engine = openEngine(url, { connections: 1 });
  try {
    await engine.migrator.transaction().execute((db) => step(db, engine.columns, engine));
  } finally {
    await engine.close();
  }
};

import type { RawBuilder } from 'kysely';
import { openEngine } from '../../src/store/engines/open-engine.ts';

/** Runs a statement past the server that uses the database. */
export const tamper = async (url: string, statement: RawBuilder<unknown>): Promise<unknown[]> => {
  const engine = openEngine(url, { connections: 1 });
  try {
    return (await statement.execute(engine.migrator)).rows;
  } finally {
    await engine.close();
  }
};

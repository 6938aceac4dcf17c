import { readConfig } from '../../src/config.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import type { DataSettings } from './make-data.ts';

const longAgo = '2000-01-01T00:00:00.000Z';

/**
 * Has what a killed server left due at once, in place of waiting: jobs that it had leased, and deliveries whose next
 * attempt is later. No server may run on the data.
 */
export const makeDue = async (environment: DataSettings): Promise<void> => {
  const engine = openEngine(readConfig(environment).DATABASE_URL, { connections: 1 });
  try {
    await engine.writer
      .updateTable('jobs')
      .set({ run_at: longAgo, lease: null, leased_until: null })
      .where('kind', 'in', ['replicate', 'deliver-webhook'])
      .execute();
    await engine.writer
      .updateTable('webhook_deliveries')
      .set({ due_at: longAgo })
      .where('status', '=', 'waiting')
      .execute();
  } finally {
    await engine.close();
  }
};

import type { Check } from '../check.ts';

/** PostgreSQL reports damaged pages by itself when it reads them. */
export const database: Check = {
  name: 'database',
  promise: 'The file of the database is sound; SQLite only.',
  reads: 'rows',
  async *find({ engine }) {
    for (const [index, damage] of (await engine.findDamage()).entries()) {
      yield {
        subject: `damage:${index + 1}`,
        message: `${damage}. Restore a backup, or recover the file with the sqlite3 program.`,
      };
    }
  },
};

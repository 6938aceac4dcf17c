import { sql } from 'kysely';
import { movedTables } from '../../../src/commands/migrate-storage/moved-tables.ts';
import { tamper } from '../../support/tamper.ts';

/** Of a registry: its database and its packages, as settings and flags take them. */
export interface Place {
  database: string;
  packages: string;
}

export const countOf = async ({ database }: Place, table: string): Promise<number> => {
  const [row] = await tamper(database, sql`select count(*) as count from ${sql.table(table)}`);
  return (row as { count: number }).count;
};

/** How many rows each table has. */
export const countRows = async (place: Place): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { name } of movedTables) counts[name] = await countOf(place, name);
  return counts;
};

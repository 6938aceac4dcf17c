import { type MovedTable, movedTables } from '../migrate-storage/moved-tables.ts';

const forgotten: ReadonlySet<string> = new Set([
  // They tell who installed what on the day of the backup, which the registry forgets when the day is over.
  'download_days',
  'download_marks',
  // A restored registry has no backup yet.
  'operator_runs',
]);

/** The tables whose rows are in a backup. */
export const savedTables: readonly MovedTable[] = movedTables.filter(({ name }) => !forgotten.has(name));

import { type MovedTable, movedTables } from '../migrate-storage/moved-tables.ts';

/** They tell who installed what on the day of the backup, which the registry forgets when the day is over. */
const forgotten: ReadonlySet<string> = new Set(['download_days', 'download_marks']);

/** The tables whose rows are in a backup. */
export const savedTables: readonly MovedTable[] = movedTables.filter(({ name }) => !forgotten.has(name));

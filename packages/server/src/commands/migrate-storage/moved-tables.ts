import { primaryKeys } from '../../store/primary-keys.ts';
import type { AnyRow, AnyTable } from '../../store/any-table.ts';

/** A table whose rows are moved. */
export interface MovedTable extends AnyTable {
  /** Columns that are not copied, and their values in the target. */
  reset?: AnyRow | undefined;
}

const resets: Readonly<Partial<Record<string, AnyRow>>> = {
  // A lease belongs to a process of the source: at the target the job would wait until it is over.
  jobs: { lease: null, leased_until: null },
} satisfies Partial<Record<keyof typeof primaryKeys, AnyRow>>;

/** Every table, referenced tables first. */
export const movedTables: readonly MovedTable[] = Object.entries(primaryKeys).map(([name, key]) => ({
  name,
  key,
  reset: resets[name],
}));

const forgotten: ReadonlySet<string> = new Set([
  // They tell who installed what on the day of the backup, which the registry forgets when the day is over.
  'download_days',
  'download_marks',
  // A restored registry has no backup yet.
  'operator_runs',
]);

/** The tables whose rows are in a backup. */
export const savedTables: readonly MovedTable[] = movedTables.filter(({ name }) => !forgotten.has(name));

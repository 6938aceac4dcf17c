import { primaryKeys } from '../../store/primary-keys.ts';
import type { AnyRow, AnyTable } from './any-table.ts';

/** A table whose rows move. */
export interface MovedTable extends AnyTable {
  /** The columns that are not taken along, with what the target has in their place. */
  reset?: AnyRow | undefined;
}

const resets: Readonly<Partial<Record<string, AnyRow>>> = {
  // A lease belongs to a process of the source: at the target the job would wait until it is over.
  jobs: { lease: null, leased_until: null },
} satisfies Partial<Record<keyof typeof primaryKeys, AnyRow>>;

/** Every table, those that others refer to first. */
export const movedTables: readonly MovedTable[] = Object.entries(primaryKeys).map(([name, key]) => ({
  name,
  key,
  reset: resets[name],
}));

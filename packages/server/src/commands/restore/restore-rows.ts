import {
  type AnyReader,
  type AnyRow,
  type AnyTable,
  type AnyWriter,
  findRows,
  keyOf,
  upsertRows,
} from '../../store/any-table.ts';
import type { Engine } from '../../store/engine.ts';
import { readLines } from '../backup/lines-file.ts';
import type { Progress } from '../migrate-storage/progress.ts';
import type { Snapshot } from './choose-snapshot.ts';
import { requireNoRows } from './require-no-rows.ts';

const rowsPerBatch = 500;

/**
 * Writes all rows in one transaction, reads them back, and returns how many there are. Throws UsageError if others were
 * written meanwhile.
 */
export const restoreRows = (
  { writer }: Pick<Engine, 'writer'>,
  { folder, manifest }: Snapshot,
  progress: Progress,
): Promise<number> =>
  writer.transaction().execute(async (transaction) => {
    const db = transaction as unknown as AnyReader & AnyWriter;
    // A server may have started while the packages were copied.
    await requireNoRows(db, manifest);
    const total = manifest.tables.reduce((sum, { lines }) => sum + lines, 0);
    const work = async (
      what: string,
      take: (table: AnyTable, rows: readonly AnyRow[]) => Promise<void>,
    ): Promise<void> => {
      const advance = progress(what, total);
      for (const file of manifest.tables) {
        const table = { name: file.table, key: file.key };
        for await (const rows of inBatches(readLines<AnyRow>(folder, file))) {
          await take(table, rows);
          advance(rows.length);
        }
      }
    };
    await work('rows', (table, rows) => upsertRows(db, table, rows));
    await work('rows read back', async (table, rows) => {
      const found = await findRows(db, table, rows);
      const isSame = rows.every((row) => isEqual(row, found.get(keyOf(table.key, row))));
      if (!isSame)
        throw new Error(`the database does not give back the rows of ${table.name} as they were written`);
    });
    return total;
  });

const inBatches = async function* (rows: AsyncIterable<AnyRow>): AsyncGenerator<AnyRow[]> {
  let batch: AnyRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

const isEqual = (row: AnyRow, other: AnyRow | undefined): boolean =>
  other !== undefined && Object.keys(row).every((column) => row[column] === other[column]);

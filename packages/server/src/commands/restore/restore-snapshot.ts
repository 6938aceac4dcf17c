import { join } from 'node:path';
import {
  type AnyReader,
  type AnyRow,
  type AnyTable,
  type AnyWriter,
  findRows,
  keyOf,
  upsertRows,
} from '../../store/any-table.ts';
import type { Manifest } from '../backup/manifest.ts';
import { UsageError } from '../exit-on-failure.ts';
import type { BlobReader, BlobStore } from '../../packages/blobs/blob-store.ts';
import { readDisk } from '../../packages/blobs/disk.ts';
import type { Engine } from '../../store/engine.ts';
import { findMissingSteps, migrate, migrateTo, steps } from '../../store/migrations/index.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import { readLines } from '../backup/lines-file.ts';
import { type PackagesMoved, movePackages } from '../migrate-storage/move-packages.ts';
import { type Progress, quantity } from '../output.ts';
import type { Snapshot } from './choose-snapshot.ts';

/** Every migrated database has these rows. */
const filledByMigrations: ReadonlySet<string> = new Set(['places']);

/** Throws UsageError if the tables of the backup hold any row in the database. */
const requireNoRows = async (read: AnyReader, manifest: Manifest): Promise<void> => {
  for (const { table } of manifest.tables) {
    if (filledByMigrations.has(table)) continue;
    const row = await read.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row !== undefined) {
      throw new UsageError(
        `The database holds a registry already: it has rows in ${table}. Give an empty one; no row was written.`,
      );
    }
  }
};

const rowsPerBatch = 500;

/**
 * Writes all rows in one transaction, reads them back, and returns how many there are. Throws UsageError if others were
 * written meanwhile.
 */
const restoreRows = (
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

/**
 * Gives an empty database the tables of the backup. Throws UsageError if it holds any row, or has the tables of another
 * version than the backup.
 */
const prepareDatabase = async (engine: Engine, manifest: Manifest): Promise<void> => {
  const missing = new Set(await findMissingSteps(engine));
  const taken = Object.keys(steps).filter((step) => !missing.has(step));
  if (taken.length === 0) {
    await migrateTo(engine, manifest.migrations.at(-1) ?? '');
    return;
  }
  if (JSON.stringify(taken) !== JSON.stringify(manifest.migrations)) {
    throw new UsageError(
      'The database has the tables of another version than the backup. Give an empty one.',
    );
  }
  await requireNoRows(engine.reader, manifest);
};

/** Where to restore to. */
interface RestoreTarget {
  engine: Engine;
  blobs: BlobReader & Pick<BlobStore, 'stage'>;
  progress: Progress;
  /** Whether to restore without the packages that are missing or damaged. */
  acceptsLosses: boolean;
}

/**
 * Restores a backup into an empty database and the package store. Packages come first: without rows the database still
 * counts as empty, so a killed restore can run again. Throws UsageError if it cannot restore everything.
 */
export const restoreSnapshot = async (
  { folder, manifest }: Snapshot,
  { engine, blobs, progress, acceptsLosses }: RestoreTarget,
): Promise<{ rows: number; moved: PackagesMoved }> => {
  await prepareDatabase(engine, manifest);
  const moved = await movePackages(
    { packages: readLines<PackageOfVersion>(folder, manifest.packages), total: manifest.packages.lines },
    { source: readDisk(join(folder, 'packages')), target: blobs },
    progress,
  );
  const { faults } = moved;
  if (faults.length > 0 && !acceptsLosses) {
    throw new UsageError(
      [
        `The backup lacks ${quantity(faults.length, 'package')}, so no rows were restored. Choose another backup, or add --accept-losses to restore without them.`,
        ...faults,
      ].join('\n'),
    );
  }
  const rows = await restoreRows(engine, { folder, manifest }, progress);
  await migrate(engine);
  await engine.flush();
  return { rows, moved };
};

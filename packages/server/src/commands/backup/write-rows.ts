import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyReader, type AnyRow, readRows } from '../../store/any-table.ts';
import type { Engine } from '../../store/engine.ts';
import { findLastSeq } from '../../store/log/changes.ts';
import { readStoredPackages } from '../../store/rows/stored-packages.ts';
import { privateModes } from '../../private-files.ts';
import type { MovedTable } from '../migrate-storage/moved-tables.ts';
import type { Progress } from '../migrate-storage/progress.ts';
import { writeLines } from './lines-file.ts';
import type { Manifest } from './manifest.ts';
import { savedTables } from './saved-tables.ts';

/** Writes the rows of one moment, and the list of the packages to which they refer. */
export const writeRows = (
  engine: Engine,
  folder: string,
  progress: Progress,
): Promise<Pick<Manifest, 'tables' | 'packages' | 'lastSeq'>> =>
  engine.atOneMoment(async (moment) => {
    await mkdir(join(folder, 'rows'), { recursive: true, mode: privateModes.folder });
    const lastSeq = await findLastSeq(moment);
    const advance = progress('tables', savedTables.length);
    const tables: Manifest['tables'] = [];
    for (const table of savedTables) {
      const rows = readAll(moment, table);
      const file = await writeLines(folder, `rows/${table.name}.jsonl.gz`, rows);
      tables.push({ ...file, table: table.name, key: [...table.key] });
      advance(1);
    }
    const packages = await writeLines(folder, 'packages.jsonl.gz', readStoredPackages(moment));
    return { tables, packages, lastSeq };
  });

const readAll = async function* (db: AnyReader, table: MovedTable): AsyncGenerator<AnyRow> {
  for await (const rows of readRows(db, table, 'all')) {
    for (const row of rows) yield { ...row, ...table.reset };
  }
};

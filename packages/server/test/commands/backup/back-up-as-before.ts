import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLines } from '../../../src/commands/backup/lines-file.ts';
import { writeManifest } from '../../../src/commands/backup/manifest.ts';
import { savedTables } from '../../../src/commands/backup/saved-tables.ts';
import { finishSnapshot, unfinishedName } from '../../../src/commands/backup/snapshots.ts';
import type { AnyReader } from '../../../src/store/any-table.ts';
import { openEngine } from '../../../src/store/engines/open-engine.ts';
import { migrationSteps } from '../../support/migration-steps.ts';

const each = async function* (values: readonly unknown[]): AsyncGenerator {
  yield* values;
};

/** A backup without packages of a database as it was before this step was added, as the version of then made it. */
export const backUpAsBefore = async (url: string, root: string, step: string): Promise<void> => {
  const folder = join(root, unfinishedName);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await mkdir(join(folder, 'packages'));
  const engine = openEngine(url, { connections: 1 });
  const reader = engine.reader as unknown as AnyReader;
  const tables = [];
  for (const { name, key } of savedTables) {
    const rows = await reader
      .selectFrom(name)
      .selectAll()
      .execute()
      .catch(() => undefined);
    // It did not exist yet.
    if (rows === undefined) continue;
    const file = await writeLines(folder, `rows/${name}.jsonl.gz`, each(rows));
    tables.push({ ...file, table: name, key: [...key] });
  }
  await engine.close();
  const takenAt = '2026-01-01T00:00:00.000Z';
  const migrations = migrationSteps.slice(0, migrationSteps.indexOf(step));
  const packages = await writeLines(folder, 'packages.jsonl.gz', each([]));
  await writeManifest(folder, { takenAt, migrations, lastSeq: 0, tables, packages, faults: [] });
  await finishSnapshot(root, takenAt);
};

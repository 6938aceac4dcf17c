import type { Engine } from '../../store/engine.ts';
import {
  type AnyReader,
  type AnyRow,
  deleteRows,
  findRows,
  keyOf,
  readRows,
  upsertRows,
} from '../../store/any-table.ts';
import { findLastSeq } from '../../store/log/changes.ts';
import { beginMove } from '../../store/unfinished-move.ts';
import type { ReadConnection } from '../../store/store.ts';
import { UsageError } from '../exit-on-failure.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';
import type { Progress } from '../output.ts';

/**
 * Throws UsageError unless the log of the target is the beginning of the log of the source. Otherwise the target holds
 * another registry, or this one was written to after it was moved.
 */
const refuseOtherRegistry = async (source: ReadConnection, target: ReadConnection): Promise<void> => {
  const seq = await findLastSeq(target);
  if (seq === 0) return;
  const [there, here] = [await findChange(target, seq), await findChange(source, seq)];
  if (JSON.stringify(there) === JSON.stringify(here)) return;
  throw new UsageError(
    'The database at --to holds another registry, or was written to since it was moved; give an empty one.',
  );
};

const findChange = async (read: ReadConnection, seq: number) => {
  const row = await read.selectFrom('changes').selectAll().where('seq', '=', seq).executeTakeFirst();
  // It follows a node that is transferred.
  return row && { ...row, publisher_id: null };
};

/** The number of the last change of both logs. Throws unless both logs contain every number up to it. */
const assertSameLog = async (source: ReadConnection, target: ReadConnection): Promise<number> => {
  const [expected, found] = [await measureLog(source), await measureLog(target)];
  const isWhole = [expected, found].every(({ count, last }) => count === last && last === expected.last);
  if (isWhole) return expected.last;
  throw new Error(
    `the logs are not the same: ${expected.count} changes up to ${expected.last}, and ${found.count} up to ${found.last}`,
  );
};

const measureLog = async (read: ReadConnection): Promise<{ count: number; last: number }> => {
  const { count, last } = await read
    .selectFrom('changes')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('seq').as('last')])
    .executeTakeFirstOrThrow();
  return { count, last: last ?? 0 };
};

export interface RowsMoved {
  rows: number;
  /** Rows that were missing or had different values. */
  written: number;
  removed: number;
  /** The number of the last change. */
  seq: number;
}

interface Databases {
  source: AnyReader;
  target: Pick<Engine, 'reader' | 'writer'>;
}

/**
 * Makes the rows of `target` equal to those of `source` at one moment: removes, writes the differences, reads
 * everything back. It keeps no state between runs but the mark of an unfinished move, so a killed run is simply started
 * again, and a run on an almost complete copy only compares.
 */
export const moveRows = (source: Engine, target: Engine, progress: Progress): Promise<RowsMoved> =>
  source.atOneMoment(async (moment) => {
    const databases = { source: moment as unknown as AnyReader, target };
    await refuseOtherRegistry(moment, target.reader);
    await beginMove(target);
    const rows = await countRows(databases.source);
    // Removals first, starting with tables that refer to others: a removed row may hold a value that must be unique
    // in a new one.
    let removed = 0;
    for (const table of movedTables.toReversed()) removed += await removeGone(databases, table);
    const written = await writeAll(databases, progress('rows', rows));
    if ((await writeAll(databases, progress('rows read back', rows))) > 0) {
      throw new Error('the target does not give back what was written to it');
    }
    return { rows, written, removed, seq: await assertSameLog(moment, target.reader) };
  });

const countRows = async (source: AnyReader): Promise<number> => {
  let rows = 0;
  for (const { name } of movedTables) {
    const { count } = await source
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    rows += count;
  }
  return rows;
};

const removeGone = async ({ source, target }: Databases, table: MovedTable): Promise<number> => {
  let removed = 0;
  for await (const rows of readRows(target.reader, table, 'key')) {
    const there = await findRows(source, table, rows);
    const gone = rows.filter((row) => !there.has(keyOf(table.key, row)));
    await deleteRows(target.writer, table, gone);
    removed += gone.length;
  }
  return removed;
};

const writeAll = async ({ source, target }: Databases, advance: (rows: number) => void): Promise<number> => {
  let written = 0;
  for (const table of movedTables) {
    for await (const found of readRows(source, table, 'all')) {
      const rows = found.map((row) => ({ ...row, ...table.reset }));
      const there = await findRows(target.reader, table, rows);
      const differing = rows.filter((row) => !isEqual(row, there.get(keyOf(table.key, row))));
      await upsertRows(target.writer, table, differing);
      written += differing.length;
      advance(rows.length);
    }
  }
  return written;
};

const isEqual = (row: AnyRow, other: AnyRow | undefined): boolean =>
  other !== undefined && Object.keys(row).every((column) => row[column] === other[column]);

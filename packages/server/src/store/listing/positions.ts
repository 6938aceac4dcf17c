import { sql } from 'kysely';
import { type Asked, type Page, findNodesSize } from './pages.ts';
import { prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { PositionedList } from '../tables.ts';

/**
 * Positions in a list: each new item takes the next number and keeps it, listed or not, so that a page is
 * always the same range of positions. A crawl by page number therefore neither skips nor repeats items while
 * others publish and delete; see docs/decisions/lists-search-and-counters.md.
 */
export const takePositions = async (tx: Writer, list: PositionedList, count: number): Promise<number> => {
  const { rows } = await addPositions(tx.db, { list, count });
  const [row] = rows;
  if (row === undefined) throw new Error(`the list ${list} has no row`);
  return row.last - count + 1;
};

const addPositions = prepareWrite((db, { list, count }: { list: PositionedList; count: number }) =>
  db
    .updateTable('places')
    .set((eb) => ({ last: eb('last', '+', count) }))
    .where('list', '=', list)
    .returning('last'),
);

/** Updates the exact number of listed items, in the transaction that changes it. */
export const countListed = async (tx: Writer, list: PositionedList, difference: number): Promise<void> => {
  if (difference === 0) return;
  await addListed(tx.db, { list, difference });
};

const addListed = prepareWrite((db, { list, difference }: { list: PositionedList; difference: number }) =>
  db
    .updateTable('places')
    .set((eb) => ({ listed: eb('listed', '+', difference) }))
    .where('list', '=', list),
);

/** How many positions of a list were ever assigned, and how many hold a listed item. */
export const findPositions = (
  read: ReadConnection,
  list: PositionedList,
): Promise<{ last: number; listed: number }> =>
  read.selectFrom('places').select(['last', 'listed']).where('list', '=', list).executeTakeFirstOrThrow();

/** The positions of one page: above `after`, up to and including `upTo`. */
export interface PositionRange {
  after: number;
  upTo: number;
}

/** A page of a list by position. It has fewer items than requested if some positions are empty. */
export const findPageByPosition = async <Item>(
  read: ReadConnection,
  list: PositionedList,
  { page, limit, offset }: Asked,
  find: (range: PositionRange) => Promise<Item[]>,
): Promise<Page<Item>> => {
  const { last, listed } = await findPositions(read, list);
  const items = offset >= last ? [] : await find({ after: offset, upTo: Math.min(offset + limit, last) });
  return { items, page, limit, total: listed, places: last };
};

/** Of each list, the table that holds positions and the column of `nodes` that counts what is listed. */
const sources = {
  nodes: 'listed',
  versions: 'listed_versions',
  app_nodes: 'listed_app_nodes',
} as const satisfies Record<PositionedList, string>;

interface Positions {
  last: number;
  listed: number;
}

/** The lists whose count is wrong or lost, or that would give away a position again. */
export const findWrongPositions = async (
  read: ReadConnection,
): Promise<{ list: PositionedList; found: Positions | undefined; expected: Positions }[]> => {
  const wrong: Awaited<ReturnType<typeof findWrongPositions>> = [];
  const rows = await read.selectFrom('places').selectAll().execute();
  for (const list of Object.keys(sources) as PositionedList[]) {
    const found = rows.find((row) => row.list === list);
    const expected = await countPositions(read, list);
    if (found?.listed === expected.listed && found.last >= expected.last) continue;
    wrong.push({ list, found, expected: { ...expected, last: Math.max(expected.last, found?.last ?? 0) } });
  }
  return wrong;
};

/** Counts a list again, also one whose count is lost. */
export const restorePositions = async (tx: Writer, list: PositionedList): Promise<void> => {
  const { last, listed } = await countPositions(tx.db, list);
  await tx.db
    .insertInto('places')
    .values({ list, listed, last, page_max: await findNodesSize(tx.db) })
    .onConflict((conflict) =>
      conflict.column('list').doUpdateSet((eb) => ({
        listed,
        last: eb.case().when('places.last', '<', last).then(last).else(eb.ref('places.last')).end(),
      })),
    )
    .execute();
};

const countPositions = async (read: ReadConnection, list: PositionedList): Promise<Positions> => {
  const { listed } = await read
    .selectFrom('nodes')
    .select(sql<number>`coalesce(cast(sum(${sql.ref(sources[list])}) as bigint), 0)`.as('listed'))
    .executeTakeFirstOrThrow();
  const { last } = await read
    .selectFrom(list)
    .select((eb) => eb.fn.max('ordinal').as('last'))
    .executeTakeFirstOrThrow();
  return { listed, last: last ?? 0 };
};

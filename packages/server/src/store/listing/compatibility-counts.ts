import { scanRead } from '../long-read.ts';
import { prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** The values that filters compare: whether a node is listed, and its declared compatibility. */
export type Compatibility = Omit<Row<'declarations'>, 'id' | 'nodes'>;

/**
 * Moves a node from the count of its earlier declaration to that of the current one; undefined if it was not
 * counted. Combinations are few, so that a filtered list is counted by adding up those, however many nodes there are.
 */
export const countCompatibility = async (
  tx: Writer,
  before: Compatibility | undefined,
  after: Compatibility,
): Promise<void> => {
  if (before !== undefined) {
    if (keyOf(before) === keyOf(after)) return;
    await add(tx, before, -1);
    await tx.db.deleteFrom('declarations').where('nodes', '=', 0).execute();
  }
  if (await add(tx, after, 1)) return;
  await tx.db
    .insertInto('declarations')
    .values((eb) => ({
      id: eb
        .selectFrom('declarations')
        .select(eb(eb.fn.coalesce(eb.fn.max('declarations.id'), eb.lit(0)), '+', eb.lit(1)).as('id')),
      ...pick(after),
      nodes: 1,
    }))
    .execute();
};

/** Every declared range of host versions, including the empty one if some node declares none. */
export const findAppVersionRanges = async (read: ReadConnection): Promise<string[]> => {
  const rows = await scanRead(
    read.selectFrom('declarations').select('supported_app_version').distinct(),
  ).execute();
  return rows.map(({ supported_app_version }) => supported_app_version);
};

/** The combinations whose count is wrong. */
export const findWrongCompatibility = async (
  read: ReadConnection,
): Promise<{ combination: string; found: number; expected: number }[]> => {
  const counted = await read.selectFrom('declarations').selectAll().execute();
  const found = new Map(counted.map((row) => [keyOf(row), row.nodes]));
  const expected = new Map((await countNow(read)).map((row) => [keyOf(row), row.nodes]));
  return [...new Set([...found.keys(), ...expected.keys()])]
    .map((combination) => ({
      combination,
      found: found.get(combination) ?? 0,
      expected: expected.get(combination) ?? 0,
    }))
    .filter((count) => count.found !== count.expected);
};

/** Counts all nodes again. */
export const recountCompatibility = async (tx: Writer): Promise<void> => {
  await tx.db.deleteFrom('declarations').execute();
  for (const [index, row] of (await countNow(tx.db)).entries()) {
    await tx.db
      .insertInto('declarations')
      .values({ id: index + 1, ...row })
      .execute();
  }
};

const columns = ['listed', 'supported_os', 'supported_accelerators', 'supported_app_version'] as const;

/** A node is counted from when its list data is first derived. */
const countNow = (read: ReadConnection): Promise<(Compatibility & { nodes: number })[]> =>
  read
    .selectFrom('nodes')
    .select(columns)
    .select((eb) => eb.fn.countAll<number>().as('nodes'))
    .where('entry_revision', '!=', 0)
    .groupBy(columns)
    .execute();

const pick = (from: Compatibility): Compatibility => ({
  listed: from.listed,
  supported_os: from.supported_os,
  supported_accelerators: from.supported_accelerators,
  supported_app_version: from.supported_app_version,
});

const keyOf = (declaration: Compatibility): string => JSON.stringify(pick(declaration));

/** Returns false when nothing is counted under this combination. */
const add = async (tx: Writer, declaration: Compatibility, difference: number): Promise<boolean> => {
  const { numAffectedRows } = await addNodes(tx.db, { ...pick(declaration), difference });
  return numAffectedRows !== 0n;
};

const addNodes = prepareWrite((db, row: Compatibility & { difference: number }) =>
  db
    .updateTable('declarations')
    .set((eb) => ({ nodes: eb('nodes', '+', row.difference) }))
    .where('listed', '=', row.listed)
    .where('supported_os', '=', row.supported_os)
    .where('supported_accelerators', '=', row.supported_accelerators)
    .where('supported_app_version', '=', row.supported_app_version),
);

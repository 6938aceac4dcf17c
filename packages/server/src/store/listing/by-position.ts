import { type OrderByDirection, type RawBuilder, sql } from 'kysely';

/** The number of a row in this order, from 1. */
export const rowNumber = (
  ...order: readonly (readonly [column: string, direction: OrderByDirection])[]
): RawBuilder<number> => {
  const terms = order.map(([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`);
  return sql<number>`row_number() over (order by ${sql.join(terms)})`;
};

/**
 * Rows in the order of their numbers. For wide rows: a database that sorts them copies all of them before it returns
 * the first.
 */
export const byPosition = <Row extends { position: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.position - other.position);

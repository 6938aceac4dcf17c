import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine, SearchWords } from '../store/engine.ts';

/** The words of a query, in lower case and without duplicates, separated by any white space. */
export const findWords = (query: string | undefined): string[] => [
  ...new Set(
    (query ?? '')
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];

/** Whether a row of `search_texts`, or of a table expression with its columns, has every word. */
export const hasWords = (
  contains: Engine['contains'],
  { anywhere, appNodes }: SearchWords,
  table = 'search_texts',
): RawBuilder<SqlBool> => {
  const text = sql.ref(`${table}.search_text`);
  const names = sql.ref(`${table}.app_node_names`);
  return sql.join(
    [
      sql`1 = 1`,
      ...anywhere.map((word) => sql`(${contains(text, word)} or ${contains(names, word)})`),
      ...appNodes.map((word) => contains(names, word)),
    ],
    sql` and `,
  );
};

export const isWordless = ({ anywhere, appNodes }: SearchWords): boolean =>
  anywhere.length + appNodes.length === 0;

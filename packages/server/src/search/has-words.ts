import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains } from '../store/listing/contains.ts';
import type { SearchWords } from '../store/engine.ts';

/** Whether a row of `search_texts` has every word. */
export const hasWords = ({ anywhere, appNodes }: SearchWords): RawBuilder<SqlBool> =>
  sql.join(
    [
      sql`1 = 1`,
      ...anywhere.map(
        (word) => sql`(${contains('search_text', word)} or ${contains('app_node_names', word)})`,
      ),
      ...appNodes.map((word) => contains('app_node_names', word)),
    ],
    sql` and `,
  );

export const isWordless = ({ anywhere, appNodes }: SearchWords): boolean =>
  anywhere.length + appNodes.length === 0;

import { sql } from 'kysely';
import type { Engine } from '../store/engine.ts';
import { hasWords } from './words.ts';

/** Tests texts in order of rank, each of them once: looking up the texts of that many nodes again would cost more. */
export const searchByRank =
  (contains: Engine['contains']): Engine['searchIndex'] =>
  ({ indexed, others }, max) =>
    sql`(
      select ordinal from (
        select ordinal, search_text, app_node_names from search_texts
        where ${hasWords(contains, indexed)} order by place limit ${max}
      ) as placed
      where ${hasWords(contains, others, 'placed')}
    )`;

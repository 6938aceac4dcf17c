import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { searchByRank } from '../../../search/search-by-rank.ts';
import type { Tables } from '../../tables.ts';

/**
 * A trigram index that `like` on `search_texts` uses. If the extension does not exist and
 * cannot be created, every search reads all texts.
 */
export const createSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ is_there: boolean; may_be_made: boolean }>`
    select exists (select from pg_extension where extname = 'pg_trgm') as is_there,
      exists (select from pg_available_extension_versions where name = 'pg_trgm' and trusted)
        and has_database_privilege(current_database(), 'create') as may_be_made
  `.execute(db);
  const found = rows[0];
  if (found === undefined || !(found.is_there || found.may_be_made)) return;
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create index search_texts_trigrams on search_texts
    using gin (search_text gin_trgm_ops, app_node_names gin_trgm_ops)
  `.execute(db);
};

/** With the index of trigrams, where there is one. */
export const contains: Engine['contains'] = (text, part) =>
  sql<SqlBool>`${text} like ${`%${part.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;

/**
 * The planner decides whether to look up the words or to walk the positions until there are enough, by how common the
 * words are.
 */
export const searchIndex: Engine['searchIndex'] = searchByRank(contains);

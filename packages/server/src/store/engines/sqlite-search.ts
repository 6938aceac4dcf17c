import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

/** Shorter words are in no trigram: https://www.sqlite.org/fts5.html#the_trigram_tokenizer */
const atLeastATrigram = /.{3}/su;

/** An FTS5 table of trigrams over `search_texts`, whose texts it reads there, and triggers that keep it in step. */
export const createSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    create virtual table search_index using fts5(search_text, app_node_names,
      content = 'search_texts', content_rowid = 'ordinal', tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  const insert = sql`
    insert into search_index (rowid, search_text, app_node_names)
    values (new.ordinal, new.search_text, new.app_node_names)`;
  const remove = sql`
    insert into search_index (search_index, rowid, search_text, app_node_names)
    values ('delete', old.ordinal, old.search_text, old.app_node_names)`;
  const triggers = { insert: sql`${insert};`, delete: sql`${remove};`, update: sql`${remove}; ${insert};` };
  for (const [event, steps] of Object.entries(triggers)) {
    const name = sql.raw(`search_texts_${event}`);
    await sql`create trigger ${name} after ${sql.raw(event)} on search_texts begin ${steps} end`.execute(db);
  }
};

/** A phrase of trigrams is found exactly where the text has it, so that nothing is left to compare. */
export const searchIndex: Engine['searchIndex'] = ({ anywhere, appNodes }) => {
  const terms = [
    ...anywhere.filter(isIndexed).map(quote),
    ...appNodes.filter(isIndexed).map((word) => `app_node_names : ${quote(word)}`),
  ];
  if (terms.length === 0) return undefined;
  return {
    condition: sql<SqlBool>`nodes.ordinal in
      (select rowid from search_index where search_index match ${terms.join(' AND ')})`,
    left: {
      anywhere: anywhere.filter((word) => !isIndexed(word)),
      appNodes: appNodes.filter((word) => !isIndexed(word)),
    },
  };
};

const isIndexed = (word: string): boolean => atLeastATrigram.test(word);

const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

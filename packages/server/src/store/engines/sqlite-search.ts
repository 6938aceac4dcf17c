import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { hasWords, isWordless } from '../has-words.ts';
import { searchByPlace } from '../search-by-place.ts';
import { ordinalAt } from '../search-place.ts';
import type { Tables } from '../tables.ts';

const events = ['insert', 'delete', 'update'] as const;

/** An FTS5 table of trigrams over `search_texts`, whose texts it reads there, and triggers that keep it in step. */
export const createSearchIndex = async (
  db: Kysely<Tables>,
  order: 'ordinal' | 'place' = 'ordinal',
): Promise<void> => {
  const rowid = sql.raw(order);
  await sql`
    create virtual table search_index using fts5(search_text, app_node_names,
      content = 'search_texts', content_rowid = '${rowid}', tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  const insert = sql`
    insert into search_index (rowid, search_text, app_node_names)
    values (new.${rowid}, new.search_text, new.app_node_names)`;
  const remove = sql`
    insert into search_index (search_index, rowid, search_text, app_node_names)
    values ('delete', old.${rowid}, old.search_text, old.app_node_names)`;
  const triggers = { insert: sql`${insert};`, delete: sql`${remove};`, update: sql`${remove}; ${insert};` };
  for (const event of events) {
    await sql`create trigger ${nameTrigger(event)} after ${sql.raw(event)} on search_texts begin ${triggers[event]} end`.execute(
      db,
    );
  }
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);
};

export const dropSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  for (const event of events) await sql`drop trigger ${nameTrigger(event)}`.execute(db);
  await sql`drop table search_index`.execute(db);
};

/** The index answers by rowid, which is the place: it stops at `max`, however many there are. */
export const searchIndex: Engine['searchIndex'] = ({ indexed, others }, max) => {
  if (isWordless(indexed)) return searchByPlace({ indexed, others }, max);
  const terms = [
    ...indexed.anywhere.map(quote),
    ...indexed.appNodes.map((word) => `app_node_names : ${quote(word)}`),
  ];
  const found = sql<{ ordinal: number }>`(
    select ${ordinalAt(sql`rowid`)} as ordinal from search_index
    where search_index match ${terms.join(' AND ')} order by rowid limit ${max}
  )`;
  return isWordless(others)
    ? found
    : sql`(select ordinal from search_texts where ordinal in ${found} and ${hasWords(others)})`;
};

const nameTrigger = (event: string) => sql.raw(`search_texts_${event}`);

const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

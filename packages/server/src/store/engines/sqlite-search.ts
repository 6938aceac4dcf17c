import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

export const isInTime: Engine['isInTime'] = sql`in_time()`;

/** Not by `like`, which takes the length of the part times that of the text where both repeat one character. */
export const contains: Engine['contains'] = (text: RawBuilder<unknown>, part: string) =>
  sql<SqlBool>`(${isInTime} and instr(${text}, ${part}) > 0)`;

const events = ['insert', 'delete', 'update'] as const;

/** An FTS5 table of trigrams over `search_texts`, whose texts it reads there, and triggers that keep it in step: of earlier releases. */
export const createSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    create virtual table search_index using fts5(search_text, app_node_names,
      content = 'search_texts', content_rowid = 'place', tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  const insert = sql`
    insert into search_index (rowid, search_text, app_node_names)
    values (new.place, new.search_text, new.app_node_names)`;
  const remove = sql`
    insert into search_index (search_index, rowid, search_text, app_node_names)
    values ('delete', old.place, old.search_text, old.app_node_names)`;
  const triggers = { insert: sql`${insert};`, delete: sql`${remove};`, update: sql`${remove}; ${insert};` };
  for (const event of events) {
    await sql`create trigger ${nameTrigger(event)} after ${sql.raw(event)} on search_texts begin ${triggers[event]} end`.execute(
      db,
    );
  }
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);
};

const nameTrigger = (event: string) => sql.raw(`search_texts_${event}`);

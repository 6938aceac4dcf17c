import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { hasWords, isWordless } from '../../search/words.ts';
import { searchByRank } from '../../search/search-by-rank.ts';
import { ordinalAt } from '../../search/search-rank.ts';
import type { Tables } from '../tables.ts';

export const isInTime: Engine['isInTime'] = sql`in_time()`;

/** Not by `like`, which takes the length of the part times that of the text where both repeat one character. */
export const contains: Engine['contains'] = (text: RawBuilder<unknown>, part: string) =>
  sql<SqlBool>`(${isInTime} and instr(${text}, ${part}) > 0)`;

const events = ['insert', 'delete', 'update'] as const;

/** An FTS5 table of trigrams over `search_texts`, whose texts it reads there, and triggers that keep it in step. */
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
  await rebuildSearchIndex(db);
};

export const rebuildSearchIndex: Engine['rebuildSearchIndex'] = async (db) => {
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);
};

/**
 * By the table that FTS5 keeps of the sizes of texts. Its own check of the index takes the write lock for as long as it
 * reads every text.
 */
export const countUnindexed: Engine['countUnindexed'] = async (read) => {
  const counts = sql<{ missing: number; besides: number }>`(select
    (select count(*) from search_texts where place not in (select id from search_index_docsize)) as missing,
    (select count(*) from search_index_docsize where id not in (select place from search_texts)) as besides)`;
  return read.selectFrom(counts.as('counts')).selectAll().executeTakeFirstOrThrow();
};

/**
 * The index answers by rowid, which is the place: it stops at `max`, however many there are. It is asked for the ends
 * of a word alone, and the text for the whole: to compare the positions of every trigram of a word takes seconds where
 * somebody made texts of one of them over and over.
 */
export const searchIndex: Engine['searchIndex'] = ({ indexed, others }, max) => {
  if (isWordless(indexed)) return searchByRank(contains)({ indexed, others }, max);
  const terms = [
    ...indexed.anywhere.flatMap(ends),
    ...indexed.appNodes.flatMap((word) => ends(word).map((end) => `app_node_names : ${end}`)),
  ];
  const found = sql<{ ordinal: number }>`(
    select ${ordinalAt(sql`search_index.rowid`)} as ordinal
    from search_index inner join search_texts on search_texts.place = search_index.rowid
    where search_index match ${[...new Set(terms)].join(' AND ')} and ${hasWords(contains, indexed)}
    order by search_index.rowid limit ${max}
  )`;
  return isWordless(others)
    ? found
    : sql`(select ordinal from search_texts where ordinal in ${found} and ${hasWords(contains, others)})`;
};

const nameTrigger = (event: string) => sql.raw(`search_texts_${event}`);

/** The first and the last trigram of a word, quoted. */
const ends = (word: string): string[] => {
  const characters = Array.from(word);
  return [characters.slice(0, 3), characters.slice(-3)].map((three) => quote(three.join('')));
};

const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`;

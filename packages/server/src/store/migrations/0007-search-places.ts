import { searchRank } from '../../search/search-rank.ts';
import type { Step } from './step.ts';

/** The order in which a search looks at nodes, and the index of their words in it. */
export const searchRanks: Step = async (db, { integer }, engine) => {
  await engine.dropSearchIndex(db);
  await db.schema
    .alterTable('search_texts')
    .addColumn('place', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable('search_texts')
    .from('nodes')
    .set({ place: searchRank })
    .whereRef('nodes.ordinal', '=', 'search_texts.ordinal')
    .execute();
  await db.schema
    .createIndex('search_texts_place')
    .on('search_texts')
    .columns(['place', 'ordinal'])
    .execute();
  await engine.createSearchIndex(db, 'place');
};

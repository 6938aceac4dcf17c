import type { Check } from '../check.ts';

/** What the texts themselves hold is a promise of the list data. */
export const searchIndex: Check = {
  name: 'search-index',
  promise: 'The index of the search has every text, and no other; SQLite only.',
  reads: 'rows',
  async *find({ read, engine }) {
    const { missing, besides } = await engine.countUnindexed(read);
    if (missing + besides === 0) return;
    yield {
      subject: 'index:search',
      message: `It lacks ${missing} texts, and has ${besides} that are gone.`,
    };
  },
  async repair({ store }) {
    await store.write({ actor: 'operator' }, ({ db }) => store.engine.rebuildSearchIndex(db));
    return 'built it again';
  },
};

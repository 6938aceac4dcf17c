/** The fields that are searched, each with what a word in it is worth. Their order is that of the bits of a posting. */
export const fieldWeights = {
  id: 10,
  name: 10,
  app_node: 6,
  tag: 6,
  publisher: 5,
  author: 3,
  description: 2,
} as const;

/** How much of that counts where a word is found in another form than it was written. */
export const formWeights = { exact: 1, prefix: 0.8, typo: 0.5, twoTypos: 0.25 } as const;

/** What orders the best matches; each of these is between 0 and 1 for a node. */
export const rankWeights = {
  /** The query is the id, the name, or either but for case and separators. */
  exact_id: 100,
  exact_name: 50,
  same_letters: 25,
  /** The query is the name of one of its app-nodes. */
  exact_app_node: 1.4,
  /** How well the words match. */
  text: 1,
  /** How much of the id or the name the words are. */
  coverage: 1.2,
  /** By downloads and stars. */
  popularity: 1.2,
  /** By `search_ranking`, lower first. */
  search_ranking: 0.3,
} as const;

export type RankPart = keyof typeof rankWeights;

/** How many of the best matches are ordered so. The others follow by their words and popularity. */
export const rankedMax = 200;

/** From so many matches on, words are taken as they are written. */
export const enoughMatches = 5;

/** Shorter words are not searched with typos. */
export const typoCharsMin = 4;
export const twoTyposCharsMin = 9;

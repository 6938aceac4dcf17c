/** The orders of nodes where no words are searched for: what they are called, and how the registry is asked. */
export const nodeOrders = {
  trending: { name: 'Trending', sort: 'trending;desc' },
  downloads: { name: 'Most downloads', sort: 'downloads;desc' },
  stars: { name: 'Most stars', sort: 'github_stars;desc' },
  updated: { name: 'Recently updated', sort: 'updated_at;desc' },
  newest: { name: 'Newest', sort: 'created_at;desc' },
  name: { name: 'Name', sort: 'name' },
} as const;

export type NodeOrder = keyof typeof nodeOrders;

export const isNodeOrder = (text: string): text is NodeOrder => Object.hasOwn(nodeOrders, text);

/** The orders of nodes where no words are searched for: what they are called, and how the registry is asked. */
export const nodeOrders = {
  downloads: { name: 'Most used', sort: 'downloads;desc' },
  newest: { name: 'Newest', sort: 'created_at;desc' },
  updated: { name: 'Recently updated', sort: 'updated_at;desc' },
  name: { name: 'Name', sort: 'name' },
} as const;

export type NodeOrder = keyof typeof nodeOrders;

export const isNodeOrder = (text: string): text is NodeOrder => Object.hasOwn(nodeOrders, text);

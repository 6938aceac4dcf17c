import type { Page } from '../store/listing/pages.ts';

/** A page in the format of the wire, with its items under `key`. */
export const presentPage = <Key extends string, Item, Shown>(
  key: Key,
  { items, page, limit, total, places }: Page<Item>,
  present: (item: Item) => Shown,
) => ({
  ...({ [key]: items.map(present) } as Record<Key, Shown[]>),
  limit,
  page,
  total,
  totalPages: Math.ceil(places / limit),
});

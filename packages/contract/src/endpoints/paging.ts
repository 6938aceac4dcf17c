import { Type, type TSchema } from 'typebox';
import { limits } from '../limits.ts';

/** The two parameters of every paged list. */
export const page = (max: number, fallback: number = limits.pageSizeDefault) => ({
  page: Type.Optional(
    Type.Integer({ maximum: Number.MAX_SAFE_INTEGER, description: 'The page, from 1; default 1' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      description: `Items on a page; default ${fallback}, larger than ${max} serves ${max}`,
    }),
  ),
});

/** The same for a list whose response is a bare array: headers have the total and the URL of the next page. */
export const barePage = page(limits.barePageSizeMax, limits.barePageSizeMax);

/** The response of a paged list, with its items under `key`; `total` describes what is counted. */
export const paged = <Key extends string, Item extends TSchema>(
  key: Key,
  item: Item,
  total = 'Total count',
) =>
  Type.Object({
    ...({ [key]: Type.Array(item) } as Record<Key, Type.TArray<Item>>),
    limit: Type.Integer({ description: 'Page size served' }),
    page: Type.Integer({ description: 'Current page' }),
    total: Type.Integer({ description: total }),
    totalPages: Type.Integer({ description: 'Total pages' }),
  });

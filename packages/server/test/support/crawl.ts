import assert from 'node:assert/strict';
import type { Client } from './client.ts';

/** All items of a paged list, page after page until `totalPages`, and what is done between two pages. */
export const crawl = async (
  client: Client,
  path: string,
  key: string,
  between: (page: number) => Promise<void> = () => Promise.resolve(),
): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const reply = await client.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`);
    assert.equal(reply.status, 200, reply.text);
    items.push(...reply.json[key]);
    pages = reply.json.totalPages;
    await between(page);
  }
  return items;
};

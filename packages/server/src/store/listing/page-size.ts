import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { findFittingSize } from './fitting-size.ts';
import { prepare } from '../prepare.ts';
import type { ReadConnection, Store, Writer } from '../store.ts';

/**
 * The maximum number of nodes on a page, in any list and any order: even if a page holds the largest nodes,
 * the response stays within `limits.answerBytesMax`. See docs/decisions/lists-search-and-counters.md.
 */
export const findPageMax = async (read: ReadConnection): Promise<number> => {
  const pageMax = await findPageMaxRow(read);
  if (pageMax === undefined) throw new Error('the list of nodes has no row');
  return pageMax;
};

const findPageMaxRow = prepare(
  (read) => read.selectFrom('places').select('page_max').where('list', '=', 'nodes'),
  ({ page_max: pageMax }) => pageMax,
);

/**
 * Lowers the size of pages when nodes have become too large for it, of which one has `bytes` now. In the transaction
 * that writes the node.
 */
export const fitPages = async (tx: Writer, bytes: number): Promise<void> => {
  const known = await findPageMax(tx.db);
  // Pages of nodes of this size or smaller fit.
  if (bytes * known <= limits.answerBytesMax) return;
  const fitting = await findNodesSize(tx.db);
  if (fitting < known) await setPageMax(tx, fitting);
};

/** Sets the page size to what fits now. During crawls it is only lowered. */
export const refitPages = async (store: Store): Promise<void> => {
  if ((await findNodesSize(store.read)) === (await findPageMax(store.read))) return;
  await store.write({ actor: 'server' }, async (tx) => setPageMax(tx, await findNodesSize(tx.db)));
};

const setPageMax = async (tx: Writer, size: number): Promise<void> => {
  await tx.db.updateTable('places').set({ page_max: size }).where('list', '=', 'nodes').execute();
};

const findNodesSize = (read: ReadConnection): Promise<number> =>
  findFittingSize(read.selectFrom('nodes'), sql.ref<number>('nodes.bytes'));

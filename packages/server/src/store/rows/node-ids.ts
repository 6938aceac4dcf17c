import { foldId } from '../identifiers.ts';
import type { ReadConnection, Writer } from '../store.ts';
import { type NodeRecord, nodeKey } from './nodes.ts';

/** The key of the node if it has or had this id; else the id in lower case. */
export const keyAmong = (node: NodeRecord | undefined, asked: string): string =>
  node !== undefined && [node.id, ...node.formerIds].some((one) => nodeKey(one) === nodeKey(asked))
    ? node.key
    : nodeKey(asked);

/** Has a node be found by each id that it has or had. */
export const keepIds = async (tx: Writer, { key, id, formerIds }: NodeRecord): Promise<void> => {
  const ids = [...new Map([...formerIds, id].map((one) => [nodeKey(one), foldId(one)]))];
  await tx.db
    .insertInto('node_ids')
    .values(ids.map(([one, folded]) => ({ id: one, node_key: key, folded_id: folded })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Gives the node its id and its former ids, and keeps them for it. What the node had before stays its own. */
export const renameNodeRow = async (tx: Writer, node: NodeRecord): Promise<void> => {
  const { key, id, formerIds } = node;
  await keepIds(tx, node);
  await tx.db
    .updateTable('nodes')
    .set({
      id,
      folded_id: foldId(id),
      updated_at: tx.now,
    })
    .where('key', '=', key)
    .execute();
  const former_ids_json = JSON.stringify(formerIds);
  await tx.db
    .insertInto('renamed_nodes')
    .values({ node_key: key, former_ids_json })
    .onConflict((conflict) => conflict.column('node_key').doUpdateSet({ former_ids_json }))
    .execute();
};

/** These ids in lower case, and all others that their nodes have or had. */
export const findIdsOf = async (read: ReadConnection, ids: readonly string[]): Promise<string[]> => {
  const rows = await read
    .selectFrom('node_ids as named')
    .innerJoin('node_ids as all', 'all.node_key', 'named.node_key')
    .select('all.id')
    .where('named.id', 'in', ids)
    .execute();
  return [...new Set([...ids, ...rows.map(({ id }) => id)])];
};

/** The keys of the nodes that have these ids in lower case, by id, for those of nodes that were renamed. */
export const findRenamed = async (
  read: ReadConnection,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await read
    .selectFrom('node_ids')
    .select(['id', 'node_key'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
  return new Map(rows.map(({ id, node_key }) => [id, node_key]));
};

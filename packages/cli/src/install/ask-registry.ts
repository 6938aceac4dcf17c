import type { BulkResultItem, Node } from '@patchbay/client';
import type { Connection } from '../connect.ts';
import type { InstalledNode } from './installed-node.ts';

/** As many ids fit into the URL of one request. */
const idsAtOnce = 400;

/** The nodes of a registry, by each id that they have or had, in lower case. */
export const nodesById = async (
  { api, client }: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Node>> => {
  const found = new Map<string, Node>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const node_id = ids.slice(start, start + idsAtOnce);
    const { nodes } = await api.listNodes(client, { node_id, limit: 1_000 });
    for (const node of nodes)
      for (const one of [node.id, ...(node.former_ids ?? [])]) found.set(one.toLowerCase(), node);
  }
  return found;
};

const silence = 'The registry did not answer.';

/** What a registry offers in place of each installed version, by the id in the lock file. */
export const offersById = async (
  { api, client }: Connection,
  installed: readonly (readonly [id: string, node: InstalledNode])[],
): Promise<ReadonlyMap<string, BulkResultItem>> => {
  const found = new Map<string, BulkResultItem>();
  for (let start = 0; start < installed.length; start += idsAtOnce) {
    const pairs = installed.slice(start, start + idsAtOnce);
    const { node_versions: items } = await api.bulkGetVersions(client, {
      body: { node_versions: pairs.map(([node_id, { version }]) => ({ node_id, version })) },
    });
    for (const [node_id, { version }] of pairs)
      found.set(node_id, { identifier: { node_id, version }, status: 'error', error_message: silence });
    for (const item of items) found.set(item.identifier.node_id, item);
  }
  return found;
};

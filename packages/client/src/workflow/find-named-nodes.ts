import type { Client } from '../client.ts';
import { type ResolvedAppNode, listNodes } from '../generated/index.ts';
import type { RequestOptions } from '../send.ts';
import type { UsedAppNode } from './find-app-nodes.ts';
import type { NamedNode } from './resolution.ts';

/** Of one request, and of one workflow. A longer id is none. */
const idsMax = { atOnce: 100, all: 500, chars: 100 } as const;

/** The nodes that a workflow names for app-nodes of which the registry knows no node, by their ids in lower case. */
export const findNamedNodes = async (
  client: Client,
  used: ReadonlyMap<string, UsedAppNode>,
  found: ReadonlyMap<string, ResolvedAppNode>,
  options?: RequestOptions,
): Promise<ReadonlyMap<string, NamedNode>> => {
  const ids = new Set<string>();
  for (const [name, { nodeId, isBuiltIn }] of used) {
    const isOpen =
      !isBuiltIn && found.get(name)?.node === undefined && found.get(name)?.status !== 'built_in';
    if (isOpen && nodeId !== undefined && nodeId.length <= idsMax.chars) ids.add(nodeId.toLowerCase());
  }
  const named = new Map<string, NamedNode>();
  const asked = [...ids].slice(0, idsMax.all);
  for (let start = 0; start < asked.length; start += idsMax.atOnce) {
    const some = asked.slice(start, start + idsMax.atOnce);
    const { nodes } = await listNodes(client, { node_id: some, limit: some.length }, options);
    for (const { id, latest_version: latest } of nodes)
      named.set(id.toLowerCase(), { id, ...(latest && { latest_version: latest.version }) });
  }
  return named;
};

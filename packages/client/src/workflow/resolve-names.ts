import type { Client } from '../client.ts';
import { type ResolvedAppNode, resolveAppNodes } from '../generated/index.ts';
import { chunkNames } from './chunk-names.ts';

/** What the registry says of each name that an app-node can have, in as many requests as that takes. */
export const resolveNames = async (
  client: Client,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, ResolvedAppNode>> => {
  const found = new Map<string, ResolvedAppNode>();
  for (const chunk of chunkNames(names)) {
    const { results } = await resolveAppNodes(client, { body: { names: chunk } });
    for (const result of results) found.set(result.name, result);
  }
  return found;
};

import type { Client } from '../client.ts';
import { type ResolvedAppNode, resolveAppNodes } from '../generated/index.ts';
import type { RequestOptions } from '../send.ts';
import { chunkNames } from './chunk-names.ts';

/** How many names of app-nodes a workflow may have, many times more than those that people make. */
export const workflowNamesMax = 20_000;

/** What the registry says of each name that was asked for. */
export class ResolvedNames extends Map<string, ResolvedAppNode> {
  /** Whether the registry has a list of the app-nodes that come with the host. */
  builtInKnown = true;
}

/**
 * What the registry says of each name that an app-node can have, in as many requests as that takes. Throws a RangeError
 * before the first of them if there are more than `workflowNamesMax` names.
 */
export const resolveNames = async (
  client: Client,
  names: Iterable<string>,
  options?: RequestOptions,
): Promise<ResolvedNames> => {
  const asked = new Set<string>();
  for (const name of names) {
    asked.add(name);
    if (asked.size > workflowNamesMax) {
      throw new RangeError(
        `There are over ${workflowNamesMax} names of app-nodes. Split them into several workflows.`,
      );
    }
  }
  const found = new ResolvedNames();
  for (const chunk of chunkNames(asked)) {
    const { results, built_in_known: isKnown = true } = await resolveAppNodes(
      client,
      { body: { names: chunk } },
      options,
    );
    for (const result of results) found.set(result.name, result);
    found.builtInKnown &&= isKnown;
  }
  return found;
};

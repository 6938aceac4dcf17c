import type { Connection } from './connect.ts';
import { type CliError, errors, withNext } from './errors.ts';

/** How many nodes are named, how long an id may be that is searched for, and how long the registry may search. */
const [nearMax, idCharsMax, searchMs] = [3, 64, 3_000];

/**
 * The error of a node that is not there, with the ids that are called nearly so, or with how its owner restores it. Any
 * other error, and one of a registry that finds nothing, stays as it is.
 */
export const withNearNodes = async (
  error: CliError,
  connect: () => Promise<Connection>,
  nodeId: string,
): Promise<CliError> => {
  if (error.code !== 'node_not_found') return error;
  if (error.details?.some(({ path }) => path === '/status'))
    return withNext(error, `Run \`patchbay restore ${nodeId}\` to restore it.`);
  const near = nodeId.length > idCharsMax ? [] : await findNear(await connect(), nodeId);
  if (near.length === 0) return error;
  return withNext(error, `Did you mean ${near.join(' or ')}? ${errors.node_not_found.next ?? ''}`.trim());
};

const findNear = async ({ api, client }: Connection, nodeId: string): Promise<string[]> => {
  try {
    const { nodes } = await api.searchNodes(
      { ...client, retries: 0, timeoutMs: searchMs },
      { search: nodeId, installable: true, limit: nearMax },
    );
    return nodes.slice(0, nearMax).map(({ id }) => id);
  } catch {
    // The user is told what was refused in any case.
    return [];
  }
};

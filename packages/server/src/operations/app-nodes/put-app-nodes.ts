import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import type { Operation } from '../operation.ts';
import { actOnVersion } from '../../authorization/node.ts';
import { requireAppNodeBytes } from '../../limits/sizes.ts';
import { storeSentAppNodes } from '../../lifecycle/package.ts';

/** Replaces the app-nodes of a version. If two share a name, the last one wins. */
export const putAppNodes: Operation<Endpoints['putAppNodes']> = async (
  context,
  { params, body, ...caller },
) => {
  const definitions = new Map<string, AppNodeDefinition>(
    body.app_nodes.map(({ app_node_name, ...definition }) => [app_node_name, definition]),
  );
  for (const [index, { app_node_name: _name, ...definition }] of body.app_nodes.entries()) {
    requireAppNodeBytes(definition, `/app_nodes/${index}`);
  }
  await actOnVersion(context, caller, 'moderate', params, (tx, version) =>
    storeSentAppNodes(tx, version, definitions, definitions.size > 0 ? 'success' : 'unsupported'),
  );
  return { total: definitions.size };
};

import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import { act } from '../../access/act.ts';
import { requireAppNodeBytes } from '../../access/metadata-bytes.ts';
import { liveNode, writableVersion } from '../../access/node.ts';
import { replaceAppNodes } from '../../store/rows/app-nodes.ts';
import { updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Stores the definitions of a version in place of what it had. Of two with one name the last one counts. */
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
  await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    const version = await writableVersion(tx, node, params.version);
    await replaceAppNodes(tx, version.id, definitions);
    await updateVersionRow(tx, {
      ...version,
      extractStatus: definitions.size > 0 ? 'success' : 'unsupported',
    });
    await tx.append({
      kind: 'app-nodes.stored',
      about: version,
      after: { app_node_names: [...definitions.keys()] },
    });
  });
  return { total: definitions.size };
};

import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { liveNode, liveVersionOfNode } from '../guards/node.ts';
import { replaceAppNodes } from '../store/app-nodes.ts';
import { aboutVersion } from '../store/changes.ts';
import { updateVersionRow } from '../store/versions.ts';

/** Stores the definitions of a version in place of what it had. Of two with one name the last one counts. */
export const putAppNodes: Operation<Endpoints['putAppNodes']> = async (
  context,
  { actor, cause, params, body },
) => {
  const { node } = await liveNode(context, actor, 'moderate', params.nodeId);
  const definitions = new Map<string, AppNodeDefinition>(
    body.app_nodes.map(({ app_node_name, ...definition }) => [app_node_name, definition]),
  );
  await context.store.write(cause, async (tx) => {
    const version = await liveVersionOfNode(tx.db, node, params.version);
    await replaceAppNodes(tx, version.id, definitions);
    await updateVersionRow(tx, {
      ...version,
      extractStatus: definitions.size > 0 ? 'success' : 'unsupported',
    });
    await tx.append({
      action: 'app-nodes.stored',
      ...aboutVersion(version),
      after: { app_node_names: [...definitions.keys()] },
    });
  });
  return { total: definitions.size };
};

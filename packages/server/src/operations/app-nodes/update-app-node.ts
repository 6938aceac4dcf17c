import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { appNodeNotFound } from '../../errors.ts';
import { type Act, act } from '../../authorization/act.ts';
import { liveNode, writableVersion, publicNode } from '../../authorization/node.ts';
import { saveAppNode } from '../../lifecycle/app-node.ts';
import { moversOf } from '../../lifecycle/require-move.ts';
import { mergePatch } from '../../lifecycle/merge.ts';
import { presentAppNode } from '../../documents/present.ts';
import { findAppNode } from '../../store/rows/app-nodes.ts';
import type { Operation } from '../operation.ts';

/** Merges the body into the definition of an app-node. Only a moderator sets or lifts a ban. */
export const updateAppNode: Operation<Endpoints['updateAppNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const appNode = await act(context, caller, async (tx) => {
    const node = await editableNode(context, tx, params.nodeId);
    const version = await writableVersion(tx, node, params.version);
    const current = await findAppNode(tx.db, version.id, params.appNodeName);
    if (current === undefined) throw appNodeNotFound(params.version, params.appNodeName);
    const definition = mergePatch<AppNodeDefinition>(current.definition, body);
    return saveAppNode(
      tx,
      version,
      current,
      definition,
      isOpen(context) ? ['moderator'] : moversOf(tx.actor),
    );
  });
  return presentAppNode(appNode);
};

/** If anyone may update app-nodes, everyone has the rights of a moderator here. */
const isOpen = ({ config }: Context): boolean => config.APP_NODE_UPDATES === 'open';

const editableNode = async (context: Context, tx: Act, nodeId: string) =>
  isOpen(context)
    ? (await publicNode(tx.db, nodeId)).node
    : (await liveNode(tx, 'version.edit', nodeId)).node;

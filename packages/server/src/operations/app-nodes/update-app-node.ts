import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { appNodeNotFound } from '../../errors.ts';
import type { Act } from '../../authorization/act.ts';
import { withReason } from '../../authorization/reason.ts';
import { liveNode, writableVersion, publicNode } from '../../authorization/node.ts';
import { saveAppNode } from '../../lifecycle/app-node.ts';
import { moversOf } from '../../lifecycle/require-move.ts';
import { mergePatch } from '../../lifecycle/merge.ts';
import { presentAppNode } from '../../documents/present.ts';
import { findAppNode } from '../../store/rows/app-nodes.ts';
import { Accepted } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { actOrPropose } from '../propose-moderation.ts';

/** Merges the body into the definition of an app-node. Only a moderator sets or lifts a ban. */
export const updateAppNode: Operation<Endpoints['updateAppNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const { reason, ...sent } = body;
  const proposed = { moderation: 'app-node', params, body, reason: reason ?? '' } as const;
  const appNode = await actOrPropose(context, caller, proposed, async (whole) => {
    const tx = reason === undefined ? whole : withReason(whole, reason);
    const node = await editableNode(context, tx, params.nodeId);
    const version = await writableVersion(tx, node, params.version);
    const current = await findAppNode(tx.db, version.id, params.appNodeName);
    if (current === undefined) throw appNodeNotFound(params.version, params.appNodeName);
    const definition = mergePatch<AppNodeDefinition>(current.definition, sent);
    return saveAppNode(
      tx,
      version,
      current,
      definition,
      isOpen(context) ? ['moderator'] : moversOf(tx.actor),
    );
  });
  return appNode instanceof Accepted ? appNode : presentAppNode(appNode);
};

/** If anyone may update app-nodes, everyone has the rights of a moderator here. */
const isOpen = ({ config }: Context): boolean => config.APP_NODE_UPDATES === 'open';

const editableNode = async (context: Context, tx: Act, nodeId: string) =>
  isOpen(context)
    ? (await publicNode(tx.db, nodeId)).node
    : (await liveNode(tx, 'version.edit', nodeId)).node;

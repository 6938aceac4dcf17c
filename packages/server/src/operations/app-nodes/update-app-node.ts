import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import { appNodeNotFound } from '../../errors.ts';
import { type Act, act } from '../../access/act.ts';
import { requireMove, moversOf } from '../../lifecycle/require-move.ts';
import { requireAppNodeBytes, requireAppNodesBytes } from '../../access/metadata-bytes.ts';
import { liveNode, writableVersion, publicNode } from '../../access/node.ts';
import { bytesAsJson } from '../../policy/bytes-as-json.ts';
import type { Actor } from '../../policy/rights.ts';
import { mergePatch } from '../../policy/merge-patch.ts';
import { presentAppNode } from '../../present/app-node.ts';
import {
  type AppNodeRecord,
  findAppNode,
  findAppNodesBytes,
  updateAppNodeRow,
} from '../../store/rows/app-nodes.ts';
import { difference } from '../../store/log/changes.ts';
import type { Operation } from '../operation.ts';

/** Merges what is sent into the definition of an app-node. Only a moderator sets or lifts a ban. */
export const updateAppNode: Operation<Endpoints['updateAppNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const appNode = await act(context, caller, async (tx) => {
    const node = await editableNode(context, tx, params.nodeId);
    const version = await writableVersion(tx, node, params.version);
    const current = await findAppNode(tx.db, version.id, params.appNodeName);
    if (current === undefined) throw appNodeNotFound(params.version, params.appNodeName);
    const next = { ...current, definition: mergePatch<AppNodeDefinition>(current.definition, body) };
    if (!isFenced(context)) requirePolicyMove(tx.actor, current, next);
    const change = difference<AppNodeDefinition>(current.definition, next.definition);
    if (change !== undefined) {
      requireAppNodeBytes(next.definition, '');
      const others = await findAppNodesBytes(tx.db, version.id, { besides: current.name });
      requireAppNodesBytes(others + bytesAsJson(next.definition), '');
      await updateAppNodeRow(tx, next);
      await tx.append({
        kind: 'app-node.updated',
        about: { version, name: current.name },
        ...change,
      });
    }
    return next;
  });
  return presentAppNode(appNode);
};

const isFenced = ({ config }: Context): boolean => config.APP_NODE_UPDATES === 'open';

const editableNode = async (context: Context, tx: Act, nodeId: string) =>
  isFenced(context)
    ? (await publicNode(tx.db, nodeId)).node
    : (await liveNode(tx, 'version.edit', nodeId)).node;

const policyOf = ({ definition }: AppNodeRecord) => definition.policy ?? 'AppNodePolicyActive';

const requirePolicyMove = (actor: Actor, current: AppNodeRecord, next: AppNodeRecord): void => {
  requireMove('AppNode', 'policy', policyOf(current), policyOf(next), moversOf(actor));
};

import type { AppNodeDefinition, Endpoints } from '@patchbay/contract';
import type { Context, Operation } from '../context.ts';
import { ApiError, appNodeNotFound } from '../errors.ts';
import { demandMove, moversOf } from '../guards/move.ts';
import { liveNode, liveVersionOfNode, publicNode } from '../guards/node.ts';
import type { Actor } from '../policy/rights.ts';
import { presentAppNode } from '../present/app-node.ts';
import { type AppNodeRecord, findAppNode, updateAppNodeRow } from '../store/app-nodes.ts';
import { aboutAppNode, difference } from '../store/changes.ts';

/** Merges what is sent into the definition of an app-node. Only a moderator sets or lifts a ban. */
export const updateAppNode: Operation<Endpoints['updateAppNode']> = async (
  context,
  { actor, cause, params, body },
) => {
  const node = await editableNode(context, actor, params.nodeId);
  const version = await liveVersionOfNode(context.store.read, node, params.version);
  const appNode = await context.store.write(cause, async (tx) => {
    const current = await findAppNode(tx.db, version.id, params.appNodeName);
    if (current === undefined) throw appNodeNotFound(params.version, params.appNodeName);
    const next = { ...current, definition: { ...current.definition, ...body } };
    if (!isFenced(context)) demandPolicyMove(actor, current, next);
    const change = difference<AppNodeDefinition>(current.definition, next.definition);
    if (change !== undefined) {
      await updateAppNodeRow(tx, next);
      await tx.append({
        action: 'app-node.updated',
        ...aboutAppNode(version, current.name),
        ...change,
      });
    }
    return next;
  });
  return presentAppNode(appNode);
};

const isFenced = ({ config }: Context): boolean => config.APP_NODE_UPDATES === 'open';

const editableNode = async (context: Context, actor: Actor, nodeId: string) =>
  isFenced(context)
    ? (await publicNode(context.store.read, nodeId)).node
    : (await liveNode(context, actor, 'version.edit', nodeId)).node;

const policyOf = ({ definition }: AppNodeRecord) => definition.policy ?? 'AppNodePolicyActive';

const demandPolicyMove = (actor: Actor, current: AppNodeRecord, next: AppNodeRecord): void => {
  const [from, to] = [policyOf(current), policyOf(next)];
  const movers = moversOf(actor);
  const isBan = from !== to && [from, to].includes('AppNodePolicyBanned');
  if (isBan && !movers.includes('moderator')) {
    throw new ApiError('forbidden_field', 'Only a moderator sets or lifts a ban; leave the policy out.', {
      details: [{ path: '/policy', message: 'only a moderator may change this' }],
    });
  }
  demandMove('AppNode', 'policy', from, to, movers);
};

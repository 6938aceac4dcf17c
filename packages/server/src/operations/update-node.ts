import {
  type Body,
  type Endpoints,
  NodeMetadata,
  NodeModeration,
  type NodeStatus,
  pick,
} from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError, nodeNotFound } from '../errors.ts';
import { demandSameId } from '../guards/identifiers.ts';
import { demandMove, moversOf } from '../guards/move.ts';
import { ownedNode } from '../guards/node.ts';
import { may } from '../policy/rights.ts';
import { presentNode } from '../present/node.ts';
import { aboutNode, difference } from '../store/changes.ts';
import { findNodeCard } from '../store/node-cards.ts';
import { type NodeRecord, findNode, nodeKey, updateNodeRow } from '../store/nodes.ts';

type UpdateNode = Endpoints['updateNode'];

/** Merges what is sent into the node, as far as the caller may change it. */
export const updateNode: Operation<UpdateNode> = async (context, { actor, cause, params, body }) => {
  const { node: found } = await ownedNode(context, actor, 'node.edit', params);
  demandSameId(body.id, found.id, '/id', nodeKey);
  const isModerator = may(actor, 'moderate');

  const card = await context.store.write(cause, async (tx) => {
    // Read again inside: what is merged into must be what this transaction sees.
    const node = (await findNode(tx.db, found.key)) ?? found;
    const next = merge(node, body);
    if (!isModerator) demandOwnFields(node, next);
    demandMove('Node', 'status', node.status, next.status, moversOf(actor));
    const change = difference(flat(node), flat(next));
    if (change !== undefined) {
      await updateNodeRow(tx, next);
      await tx.append({
        action: 'node.updated',
        ...aboutNode(node.key),
        ...change,
        ...(change.after.status === undefined ? {} : { reason: next.moderation.status_detail ?? '' }),
      });
    }
    return findNodeCard(tx.db, found.key);
  });
  if (card === undefined) throw nodeNotFound(params.nodeId);
  return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
};

const merge = (node: NodeRecord, body: Body<UpdateNode>): NodeRecord => ({
  ...node,
  metadata: { ...node.metadata, ...pick(body, NodeMetadata) },
  moderation: { ...node.moderation, ...pick(body, NodeModeration) },
  status: body.status ?? node.status,
});

const flat = ({
  metadata,
  moderation,
  status,
}: NodeRecord): NodeMetadata & NodeModeration & { status: NodeStatus } => ({
  ...metadata,
  ...moderation,
  status,
});

/** A member who sends a moderator's field as it is sends back what was read, which is fine. */
const demandOwnFields = (node: NodeRecord, next: NodeRecord): void => {
  const fields = Object.keys(difference(node.moderation, next.moderation)?.after ?? {});
  if (fields.length > 0) {
    throw new ApiError('forbidden_field', `Only a moderator may change ${fields.join(', ')}; leave it out.`, {
      details: fields.map((field) => ({ path: `/${field}`, message: 'only a moderator may change this' })),
    });
  }
};

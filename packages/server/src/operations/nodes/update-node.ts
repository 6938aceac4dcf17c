import type { Endpoints } from '@patchbay/contract';
import { nodeNotFound } from '../../errors.ts';
import { requireSameId } from '../../lifecycle/require-ids.ts';
import { moderatorsField } from '../../lifecycle/require-move.ts';
import { mergeNode, sentStatus } from '../../lifecycle/merge.ts';
import { unexplained } from '../../lifecycle/moderations.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { ownedNode } from '../../authorization/node.ts';
import { demandRecentSignIn } from '../../authorization/recent-sign-in.ts';
import { may } from '../../authorization/rights.ts';
import { presentNode } from '../../documents/present.ts';
import { difference } from '../../store/log/changes.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import type { NodeRecord } from '../../store/rows/nodes.ts';
import { keyAmong } from '../../store/rows/node-ids.ts';
import { Accepted } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { actOrPropose } from '../propose-moderation.ts';

type UpdateNode = Endpoints['updateNode'];

const deleted = 'NodeStatusDeleted';

/** Merges the body into the node; refuses keys that the caller may not change. */
export const updateNode: Operation<UpdateNode> = async (context, { params, body, ...caller }) => {
  const reason = body.status_detail ?? '';
  const proposed = {
    moderation: 'node',
    params: { nodeId: params.nodeId },
    body: { ...body, reason: reason === '' ? unexplained : reason },
    reason,
  } as const;
  const card = await actOrPropose(context, caller, proposed, async (tx) => {
    // DELETE asks a token for no right to edit either. One that may only edit can send the status back.
    const isDeletion =
      body.status === deleted && tx.actor.kind === 'token' && tx.actor.actions.includes('delete');
    const owned = await ownedNode(tx, isDeletion ? 'node.delete' : 'node.edit', params);
    const { node } = owned;
    requireSameId(body.id, node.id, '/id', (id) => keyAmong(node, id));
    // A deletion asks what DELETE asks.
    if (body.status === deleted && node.status !== deleted) await demandRecentSignIn(context, tx.actor);
    const isModerator = may(tx.actor, 'moderate');
    const status = sentStatus(owned, body);
    const next = mergeNode(node, body, { isModerator, to: status });
    if (isDeletion && difference(node.metadata, next.metadata) !== undefined) {
      await ownedNode(tx, 'node.edit', params);
    }
    if (!isModerator) requireOwnFields(node, next);
    await saveNode(tx, node, next, { status });
    return findNodeCard(tx.db, node.key);
  });
  if (card instanceof Accepted) return card;
  if (card === undefined) throw nodeNotFound(params.nodeId);
  return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
};

/** A member may send a moderator's field with its current value: clients send back whole objects. */
const requireOwnFields = (node: NodeRecord, next: NodeRecord): void => {
  const fields = Object.keys(difference(node.moderation, next.moderation)?.after ?? {});
  if (fields.length > 0) throw moderatorsField(...fields);
};

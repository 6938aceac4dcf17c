import type { Endpoints } from '@patchbay/contract';
import { moderatedNode } from '../../authorization/node.ts';
import { demandRecentSignIn } from '../../authorization/recent-sign-in.ts';
import { presentNode } from '../../documents/present.ts';
import { nodeNotFound } from '../../errors.ts';
import { moderations } from '../../lifecycle/moderations.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { Accepted } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { actOrPropose } from '../propose-moderation.ts';

/** A moderator's update of a node, which may also change its publisher. */
export const moderateNode: Operation<Endpoints['moderateNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const reason = body.reason ?? body.status_detail ?? '';
  const proposed = { moderation: 'node', params, body, reason } as const;
  const card = await actOrPropose(context, caller, proposed, async (tx) => {
    const { node } = await moderatedNode(tx, params.nodeId);
    const isGiven = (body.publisher?.id ?? node.publisherId) !== node.publisherId;
    // As where a node is given away, or deleted, by itself.
    if (isGiven || body.status === 'NodeStatusDeleted') await demandRecentSignIn(context, tx.actor);
    return findNodeCard(tx.db, await moderations.node(tx, params, body));
  });
  if (card instanceof Accepted) return card;
  if (card === undefined) throw nodeNotFound(params.nodeId);
  return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
};

import type { Endpoints } from '@patchbay/contract';
import { nodeNotFound } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { publicNode } from '../../authorization/node.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { useQuota } from '../../authorization/quotas.ts';
import { presentNode } from '../../documents/present.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { findStar, upsertReview } from '../../store/rows/reviews.ts';
import type { Operation } from '../operation.ts';

/** Records the caller's rating of a node, in place of an earlier one. */
export const reviewNode: Operation<Endpoints['reviewNode']> = async (
  context,
  { params, query, ...caller },
) => {
  const card = await act(context, caller, async (tx) => {
    const { userId } = requireUser(tx.actor);
    const { node } = await publicNode(tx.db, params.nodeId);
    const review = { nodeKey: node.key, userId, star: query.star };
    const before = await findStar(tx.db, review);
    if (before === undefined) await useQuota(tx, { name: 'reviews', subjectId: userId, amount: 1 });
    await upsertReview(tx, review, before);
    await tx.append({ kind: 'node.reviewed', about: node, after: { star: query.star } });
    return findNodeCard(tx.db, node.key);
  });
  if (card === undefined) throw nodeNotFound(params.nodeId);
  return presentNode(card, { publicUrl: context.publicUrl(), inside: false, withTranslations: false });
};

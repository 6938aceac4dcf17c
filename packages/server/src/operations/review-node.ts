import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { nodeNotFound } from '../errors.ts';
import { publicNode } from '../guards/node.ts';
import { demandUser } from '../guards/user.ts';
import { presentNode } from '../present/node.ts';
import { aboutNode } from '../store/changes.ts';
import { findNodeCard } from '../store/node-cards.ts';
import { upsertReview } from '../store/reviews.ts';

/** Keeps the caller's stars for a node in place of those given before. */
export const reviewNode: Operation<Endpoints['reviewNode']> = async (
  context,
  { actor, cause, params, query },
) => {
  const { userId } = demandUser(actor);
  const { node } = await publicNode(context.store.read, params.nodeId);
  const card = await context.store.write(cause, async (tx) => {
    await upsertReview(tx, { nodeKey: node.key, userId, star: query.star });
    await tx.append({ action: 'node.reviewed', ...aboutNode(node.key), after: { star: query.star } });
    return findNodeCard(tx.db, node.key);
  });
  if (card === undefined) throw nodeNotFound(params.nodeId);
  return presentNode(card, { publicUrl: context.publicUrl(), inside: false, withTranslations: false });
};

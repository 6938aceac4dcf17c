import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../../context.ts';
import { publicNode } from '../../access/node.ts';
import { targetOn } from '../../access/publisher.ts';
import { may } from '../../policy/rights.ts';
import { presentNode } from '../../present/node.ts';

export const getNode: Operation<Endpoints['getNode']> = async (
  { store, publicUrl },
  { actor, params, query },
) => {
  const card = await publicNode(store.read, params.nodeId);
  const target = await targetOn(store.read, actor, card.publisher.id, card.node.key);
  return presentNode(card, {
    publicUrl: publicUrl(),
    inside: may(actor, 'private.read', target),
    withTranslations: query.include_translations ?? false,
  });
};

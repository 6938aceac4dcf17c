import type { Endpoints } from '@patchbay/contract';
import { publicNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentNode } from '../../present/node.ts';
import type { Operation } from '../operation.ts';

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

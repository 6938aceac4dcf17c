import type { Endpoints } from '@patchbay/contract';
import { publicNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { fillDocument } from '../../documents/render.ts';
import { presentNode } from '../../documents/present.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const getNode: Operation<Endpoints['getNode']> = async (
  { store, documents, publicUrl },
  { actor, params, query },
) => {
  const withTranslations = query.include_translations ?? false;
  if (actor.kind === 'anonymous') {
    const document = await documents?.node(store.read, params.nodeId);
    if (document !== undefined) {
      const { json, downloads } = document;
      return new Json(fillDocument(json, { publicUrl: publicUrl(), downloads, withTranslations }));
    }
  }
  const card = await publicNode(store.read, params.nodeId);
  if (actor.kind === 'anonymous') documents?.missed();
  const target = await targetOn(store.read, actor, card.publisher.id, card.node.key);
  return presentNode(card, {
    publicUrl: publicUrl(),
    inside: may(actor, 'private.read', target),
    withTranslations,
  });
};
